"""Makes pictures of scenes: pixel-exact, the same on every machine."""

from PIL import Image

from firmware_host.screens.countdown import draw_countdown
from firmware_host.screens.eye_chart import draw_eye_chart
from firmware_host.screens.layers import drawn, packed
from firmware_host.screens.menu import draw_menu
from firmware_host.screens.notice import draw_notice
from firmware_host.screens.pack_moment import draw_pack_moment
from firmware_host.screens.pack_table import pack_table_layers
from firmware_host.screens.reading import draw_page
from firmware_host.screens.result import draw_result
from firmware_host.screens.scenes import (
    Countdown,
    EyeChart,
    Menu,
    Notice,
    PackMoment,
    PackTable,
    Page,
    Result,
    Scene,
    SpitTable,
    Stuck,
    Title,
)
from firmware_host.screens.stuck import draw_stuck
from firmware_host.screens.table import spit_table_layers
from firmware_host.screens.title import draw_title
from hw.panel_frame import pack


def draw(scene: Scene) -> Image.Image:
    """Give the picture of `scene`: mode "1", 128x64, upright."""
    match scene:
        case SpitTable():
            return drawn(spit_table_layers(scene))
        case Countdown():
            return draw_countdown(scene)
        case Stuck():
            return draw_stuck(scene)
        case Title():
            return draw_title(scene)
        case Result():
            return draw_result(scene)
        case Menu():
            return draw_menu(scene)
        case Notice():
            return draw_notice(scene)
        case PackTable():
            return drawn(pack_table_layers(scene))
        case PackMoment():
            return draw_pack_moment(scene)
        case Page():
            return draw_page(scene)
        case EyeChart():
            return draw_eye_chart(scene)


def frame_of(scene: Scene) -> bytes:
    """Give the frame of `scene` as `PanelPort.show` takes it."""
    match scene:  # the tables in layers: the same, in a tenth of the time
        case SpitTable():
            return packed(spit_table_layers(scene))
        case PackTable():
            return packed(pack_table_layers(scene))
        case _:
            return pack(draw(scene))
