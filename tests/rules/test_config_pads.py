"""Pads that are not on pins: on USB, or a phone; what a file says of them, and what is wrong."""

from collections.abc import Sequence

import pytest

from tests.rules.test_config import ANA, ana, read, told


def usb_seat(usb: str, panel: str = "0x3C") -> str:
    return f'[[seat]]\nusb = {usb}\npanel = {{chip="ssd1306", i2c=1, address={panel}}}\n'


@pytest.mark.parametrize(
    ("written", "means"),
    [
        ('"Ana\'s pad"', "Ana's pad"),
        ('" Ana "', "Ana"),
        ('"7f3a09c2"', "7F3A09C2"),
        ('"Åse 1"', "Åse 1"),
        ('"7f3a09c"', "7f3a09c"),
    ],
    ids=["a name", "a name with spaces around", "an id", "a name with a ring", "no id is so short"],
)
def test_a_pad_on_usb_is_known_by_its_name_or_id(written: str, means: str) -> None:
    (seat,) = read(usb_seat(written)).seats
    assert (seat.usb, seat.buttons, seat.is_wired, seat.is_phone) == (means, {}, False, False)


def test_a_pad_on_usb_may_have_a_buzzer_and_an_led_on_the_pi() -> None:
    (seat,) = read(usb_seat('"Ana"').replace("[[seat]]", "[[seat]]\nbuzzer = 10\nled = 9")).seats
    assert (seat.buzzer, seat.led) == (10, 9)


def test_a_phone_needs_no_panel() -> None:
    ana, phone = read(ANA + '[[seat]]\nname = "Ben"\nphone = true\n').seats
    assert (phone.is_phone, phone.is_wired, phone.panel, phone.usb) == (True, False, None, None)
    assert ana.is_wired


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        pytest.param(
            ana(("panel =", 'usb = "x"\nphone = true\npanel =')),
            [
                "4: seat 1, usb: buttons is its pad already: leave one of the two out",
                "5: seat 1, phone: buttons is its pad already: leave one of the two out",
                "6: seat 1, panel: the phone has one of its own: leave this out",
            ],
            id="a seat has three pads",
        ),
        pytest.param(
            usb_seat('"7f3a09c2"') + usb_seat('"7F3A09C2"', "0x3D"),
            ["5: seat 2, usb: seat 1 has that pad already: write another's"],
            id="one pad has two seats",
        ),
        pytest.param(
            usb_seat("0x7F3A09C2"),
            ['2: seat 1, usb: 2134510018 cannot be: write its id in quotes: "7F3A09C2"'],
            id="an id without quotes is a number",
        ),
        *(
            pytest.param(
                usb_seat(usb),
                [
                    f"2: seat 1, usb: {shown} cannot be: write the pad's name (24 bytes at most) or"
                    ' its id, as in usb = "7F3A09C2"; spytt pad list tells both'
                ],
                id=f"no pad is called {shown}",
            )
            for usb, shown in (
                ('""', '""'),
                ('"00000000"', '"00000000"'),
                ("0", "0"),
                ("true", "true"),
                (f'"{"å" * 13}"', f'"{"å" * 13}"'),
                ('"a\\u0007"', '"a\\u0007"'),
                ('"/dev/ttyUSB0"', '"/dev/ttyUSB0"'),
            )
        ),
        pytest.param(
            "[[seat]]\nphone = false\n",
            [
                "1: seat 1, panel: it is missing: write it, as in [seat.panel]",
                "2: seat 1, phone: false cannot be: write true, or leave it out",
            ],
            id="phone is not true",
        ),
        pytest.param(
            "[[seat]]\nphone = true\nbuzzer = 10\nled = 9\n",
            [
                "3: seat 1, buzzer: the phone has one of its own: leave this out",
                "4: seat 1, led: the phone has one of its own: leave this out",
            ],
            id="a phone with wires",
        ),
    ],
)  # fmt: skip
def test_a_pad_that_cannot_be_is_told_with_its_remedy(text: str, lines: Sequence[str]) -> None:
    assert told(text) == list(lines)
