"""The title: each pad chooses game, rival and length, and both are ready for what was chosen."""

from dataclasses import replace
from typing import Any

import pytest

from engine import pack, spit
from engine.bots import Level
from firmware_host.effects import Effect, Kept, Light, Logged, MatchBegan, Volume
from firmware_host.match_state import Phase
from firmware_host.preferences import Preferences, read
from firmware_host.screens.drawing import frame_of
from firmware_host.screens.scenes import Menu, Notice, PackTable, Page, SpitTable, Title
from firmware_host.seating import pad_info
from hw.ports import DriverFault, FaultKind
from sim.table import Table
from sim.wire import Wire
from tests.stories.title_hands import choose, leave_menu, mark, menu, title, value

PACK = Preferences(game="pack")
BOTH = pytest.mark.parametrize("name", ["ana", "ben"])


def table(**options: Any) -> Table:
    return Table(**{"ana": Wire(), "ben": Wire(), **options})


def preferences(story: Table) -> Preferences:
    return story.console.console.match.preferences


def told(story: Table, kind: type[Effect]) -> list[Any]:
    return [effect for _, effect in story.effects if isinstance(effect, kind)]


@BOTH
def test_each_pad_chooses_the_game(name: str) -> None:
    story = table()
    story.tap(name, "c1")
    for each in story.names:
        assert title(story, each).game == "The Pack"
        assert title(story, each).columns[0] == "Pack"
        assert story.frame(each) == frame_of(story.scene(each))
    story.tap(name, "c1")
    assert title(story, "ana").game == "Spit"


@BOTH
def test_each_pad_chooses_the_rival_from_the_other_pad_to_the_hard_bot_and_back(name: str) -> None:
    story = table()
    seen = []
    for _ in range(4):
        seen.append((title(story, "ana").columns[1], title(story, "ben").names))
        story.tap(name, "c2")
    assert seen == [
        ("Pads", ("Ana", "Ben")),
        ("Easy", ("Ana", "Easy bot")),
        ("Mid", ("Ana", "Bot")),
        ("Hard", ("Ana", "Hard bot")),
    ]
    assert title(story, "ana").columns[1] == "Pads"


@BOTH
def test_each_pad_chooses_how_long_a_match_is(name: str) -> None:
    story = table()
    seen = []
    for _ in range(4):
        seen.append(title(story, "ben").columns[2])
        story.tap(name, "c3")
    assert seen == ["1 game", "Best 3", "Best 5", "1 game"]


@pytest.mark.parametrize("game", ["spit", "pack"])
@pytest.mark.parametrize("order", [("ana", "ben"), ("ben", "ana")], ids=" then ".join)
def test_a_match_begins_when_both_are_ready_whoever_is_first(
    order: tuple[str, str], game: str
) -> None:
    story = table(preferences=Preferences(game=game))
    story.tap(order[0], "ready")
    assert "Wait for the others" in title(story, order[0]).hint
    assert title(story, order[1]).ready[story.names.index(order[0])]
    story.tap(order[1], "ready")
    story.until(Phase.PLAY)
    kind = SpitTable if game == "spit" else PackTable
    assert all(isinstance(story.scene(name), kind) for name in story.names)


@pytest.mark.parametrize("button", ["c1", "c2", "c3"])
def test_another_choice_takes_back_everybody_s_ready(button: str) -> None:
    story = table()
    story.tap("ana", "ready")
    story.tap("ben", button)
    assert not any(title(story, "ana").ready)
    story.tap("ben", "left", "right", "draw")
    story.tap("ana", "ready")
    story.tap("ben", "left", "right", "draw")
    assert title(story, "ana").ready[0], "buttons that choose nothing take nothing back"


def test_a_menu_alone_takes_nothing_back_but_a_setting_does() -> None:
    story = table()
    story.tap("ana", "ready")
    story.tap("ben", "c4", "right", "left", "right")
    assert title(story, "ana").ready[0]
    choose(story, "ben", "Language")
    assert not any(title(story, "ana").ready)


def test_ready_held_on_the_title_is_no_tap_and_opens_nothing() -> None:
    story = table()
    story.press("ana", "ready", held_ms=1500)
    story.after(ms=1700)
    assert not any(title(story, "ana").ready)


# The menu.


def test_the_menu_marks_round_and_draw_leads_back() -> None:
    story = table()
    story.tap("ana", "c4")
    entries = menu(story, "ana").entries
    assert entries[0] == "Rules of the game"
    assert entries[-1] == "Back"
    assert "Players" not in entries, "Spit is for two"
    story.tap("ana", "left")
    assert menu(story, "ana").marked == len(entries) - 1
    story.tap("ana", "right")
    assert menu(story, "ana").marked == 0
    story.tap("ana", "c1", "c2", "c3", "c4")
    assert menu(story, "ana").marked == 0, "the card buttons have no part in a menu"
    assert isinstance(story.scene("ben"), Title), "the other pad has a place of its own"
    story.tap("ana", "draw")
    assert isinstance(story.scene("ana"), Title)
    choose(story, "ana", "Back")
    assert isinstance(story.scene("ana"), Title)


@BOTH
def test_two_to_five_play_the_pack_and_bots_fill_the_seats(name: str) -> None:
    story = table(preferences=PACK)
    seen = []
    for _ in range(4):
        seen.append(title(story, "ana" if name == "ben" else "ben").names)
        choose(story, name, "Players")
        leave_menu(story, name)
    assert seen == [
        ("Ana", "Ben"),
        ("Ana", "Ben", "Bot"),
        ("Ana", "Ben", "Bot 1", "Bot 2"),
        ("Ana", "Ben", "Bot 1", "Bot 2", "Bot 3"),
    ]
    assert preferences(story).seats == 2
    assert title(story, "ana").score == (0, 0)


def test_a_table_of_more_has_no_score_of_two() -> None:
    assert title(table(preferences=replace(PACK, seats=3)), "ana").score == ()


def test_bots_are_chosen_in_the_menu_too() -> None:
    story = table(preferences=replace(PACK, seats=3))
    choose(story, "ben", "Bots")
    assert value(story, "ben", "Bots") == "Hard"
    assert preferences(story).line_up(2) == (None, None, Level.HARD)


def test_house_rules_are_those_of_the_game_chosen() -> None:
    story = table()
    choose(story, "ana", "House rules", "Refill", "Misfit rests piles")
    assert menu(story, "ana").entries == ("Refill", "Misfit rests piles", "Back")
    assert menu(story, "ana").values == ("DRAW", "0.5 s", "")
    assert preferences(story).rules == spit.Rules(spit.Refill.MANUAL, 500)
    choose(story, "ana", "Back")
    assert menu(story, "ana").title == "Settings"
    leave_menu(story, "ana")
    story.tap("ana", "c1")
    choose(story, "ana", "House rules")
    assert menu(story, "ana").values == ("off", "off", "off", "off", "")
    entries = menu(story, "ana").entries[:-1]
    choose(story, "ana", *entries)
    assert preferences(story).rules == pack.Rules(*[True] * 4)
    assert preferences(story).spit == spit.Rules(spit.Refill.MANUAL, 500)
    choose(story, "ana", entries[1])
    assert preferences(story).rules == pack.Rules(True, False, True, True)


def test_house_rules_hold_in_the_game_that_begins() -> None:
    story = table(preferences=PACK)
    choose(story, "ben", "House rules", "Four plays again")
    story.both("draw")
    story.tap("ben", "draw")
    story.start()
    assert story.pack.pack.rules == pack.Rules(four_plays_again=True)


@BOTH
def test_the_language_changes_every_text_on_both_panels_at_once(name: str) -> None:
    story = table()
    other = next(each for each in story.names if each != name)
    choose(story, name, "Language")
    assert menu(story, name).title == "Innstillinger"
    assert value(story, name, "Språk") == "Norsk"
    assert title(story, other).game == "Spytt"
    assert title(story, other).columns[3] == "Meny"
    assert title(story, other).hint == "KLAR for å spille"
    for each in story.names:
        assert story.frame(each) == frame_of(story.scene(each))
    choose(story, name, "Språk")
    assert title(story, other).game == "Spit"


def test_brightness_and_volume_act_at_once() -> None:
    story = table()
    assert told(story, Light) == [Light(110)]
    assert told(story, Volume) == [Volume(3)]
    choose(story, "ana", "Brightness", "Brightness", "Volume", "Volume")
    assert [light.contrast for light in told(story, Light)] == [110, 255, 2, 2, 2]
    assert [volume.level for volume in told(story, Volume)] == [3, 3, 3, 4, 0]
    assert value(story, "ana", "Brightness") == "1"
    assert value(story, "ana", "Volume") == "0"


@pytest.mark.parametrize("game", ["spit", "pack"])
@pytest.mark.parametrize("lang", ["en", "nb"])
def test_the_rules_are_read_forth_and_back(game: str, lang: str) -> None:
    story = table(preferences=Preferences(game=game, lang=lang))
    story.tap("ben", "c4", "ready")
    first = story.scene("ben")
    assert isinstance(first, Page)
    assert first.number == 1
    seen = [first]
    for _ in range(first.count):
        story.tap("ben", "right")
        page = story.scene("ben")
        assert isinstance(page, Page)
        seen.append(page)
    assert [page.number for page in seen] == [*range(1, first.count + 1), 1]
    assert len({page.lines for page in seen}) == first.count
    story.tap("ben", "left")
    assert story.scene("ben") == seen[-2]
    story.tap("ben", "ready")
    assert story.scene("ben") == first, "`ready` turns the page, too"
    assert isinstance(story.scene("ana"), Title)
    story.tap("ben", "draw")
    assert isinstance(story.scene("ben"), Menu)


def test_a_guided_round_is_switched_on_and_said_on_the_title() -> None:
    story = table()
    choose(story, "ben", "Guided round")
    assert value(story, "ben", "Guided round") == "on"
    assert title(story, "ana").hint == "READY: guided round"
    assert told(story, Kept) == [], "it is for once: nothing to remember"
    choose(story, "ben", "Guided round")
    assert title(story, "ana").hint == "READY to play"


# Two at once.


def test_a_game_changed_under_an_open_menu_leaves_a_mark_on_an_entry() -> None:
    story = table(preferences=PACK)
    story.tap("ben", "c4")
    mark(story, "ben", "Back")
    story.tap("ana", "c1")
    assert menu(story, "ben").entries[menu(story, "ben").marked] == "Back"
    story.tap("ben", "ready")
    assert isinstance(story.scene("ben"), Title)


def test_a_game_changed_under_open_house_rules_leaves_a_mark_on_an_entry() -> None:
    story = table(preferences=PACK)
    choose(story, "ben", "House rules")
    mark(story, "ben", "Take at will")
    story.tap("ana", "c1")
    assert menu(story, "ben").marked < len(menu(story, "ben").entries)
    assert story.frame("ben") == frame_of(story.scene("ben"))


@pytest.mark.parametrize("game", ["spit", "pack"])
def test_a_game_or_language_changed_under_the_open_rules_leaves_a_page_open(game: str) -> None:
    story = table(preferences=Preferences(game=game))
    for change in ("c1", "Language", "Språk"):
        leave_menu(story, "ben")
        story.tap("ben", "c4", "ready", "left")
        if change == "c1":
            story.tap("ana", change)
        else:
            choose(story, "ana", change)
        page = story.scene("ben")
        assert isinstance(page, Page)
        assert 1 <= page.number <= page.count
        assert story.frame("ben") == frame_of(page)


def test_who_reads_the_rules_when_the_match_begins_finds_the_title_afterwards() -> None:
    story = table()
    story.tap("ben", "ready", "c4", "ready")
    assert isinstance(story.scene("ben"), Page)
    story.tap("ana", "ready")
    story.until(Phase.PLAY)
    story.press("ana", "ready", held_ms=1100)
    story.after(ms=1200)
    story.tap("ana", "left", "ready")
    story.press("ana", "ready", held_ms=1100)
    story.after(ms=1200)
    story.tap("ana", "left", "ready")
    assert isinstance(story.scene("ana"), Title)
    assert isinstance(story.scene("ben"), Title)


# The second pad, when the first plays alone.


@pytest.mark.parametrize("game", ["spit", "pack"])
def test_alone_the_first_pad_starts_and_the_second_cannot(game: str) -> None:
    story = table(preferences=Preferences(game=game, is_alone=True))
    assert title(story, "ben").hint == "The other pad starts"
    story.after(ms=3000)
    assert title(story, "ana").ready == (False, True), "the bot is ready by itself"
    story.tap("ben", "ready")
    assert story.phase() is Phase.TITLE
    assert title(story, "ana").ready == (False, True)
    story.tap("ana", "ready")
    story.until(Phase.PLAY)
    assert len(told(story, MatchBegan)) == 1


def test_the_second_pad_reads_the_rules_and_may_sit_down_again() -> None:
    story = table(preferences=replace(PACK, is_alone=True))
    story.tap("ben", "c4", "ready", "right")
    page = story.scene("ben")
    assert isinstance(page, Page)
    assert page.number == 2
    leave_menu(story, "ben")
    story.tap("ben", "c2", "c2")
    assert title(story, "ben").names == ("Ana", "Ben")
    story.start()


def test_the_second_pad_sees_no_cards_of_the_pack_and_moves_none() -> None:
    story = table(preferences=replace(PACK, is_alone=True))
    story.after(ms=3000)
    story.tap("ana", "ready")
    story.until(Phase.PLAY)
    assert isinstance(story.scene("ben"), Notice)
    before = story.pack.pack
    story.tap("ben", "c1", "c2", "c3", "draw", "ready")
    assert story.pack.pack.hands[0] == before.hands[0]
    story.press("ben", "ready", held_ms=1100)
    story.after(ms=1200)
    assert story.phase() is Phase.PLAY, "who does not play cannot pause"
    story.press("ana", "ready", held_ms=1100)
    story.after(ms=1200)
    assert isinstance(story.scene("ben"), Notice)
    assert isinstance(story.scene("ana"), Menu)


def test_the_second_pad_watches_spit() -> None:
    story = table(preferences=Preferences(is_alone=True))
    story.after(ms=3000)
    story.tap("ana", "ready")
    story.until(Phase.PLAY)
    assert story.cards("ben").rival_name == "Ana"


def test_the_second_pad_s_plug_is_nobody_s_trouble_while_the_first_plays_alone() -> None:
    story = table(preferences=replace(PACK, is_alone=True))
    story.unplug("ben")
    story.after(ms=3000)
    assert title(story, "ana").hint == "READY to play"
    story.tap("ana", "ready")
    story.until(Phase.PLAY)
    assert isinstance(story.scene("ana"), PackTable)


def test_a_third_pad_without_a_seat_in_spit_may_fail_without_harm() -> None:
    story = table(cleo=Wire())
    assert title(story, "ana").names == ("Ana", "Ben")
    now = story.console.time.now_ns
    story.console.put(DriverFault(now, pad_info(2).pad, FaultKind.OVERFLOW))
    assert Logged("Cleo's pad had more to tell than it could keep") in told(story, Logged)
    story.unplug("cleo")
    story.after(ms=500)
    story.plug_in("cleo")
    story.after(ms=500)
    assert title(story, "cleo").hint == "The other pad starts"
    for name in ("ana", "ben"):
        story.tap(name, "ready")
    story.until(Phase.PLAY)


# What is remembered.


def test_every_choice_is_kept_and_read_back() -> None:
    story = table()
    story.tap("ana", "c1", "c2", "c3")
    choose(story, "ben", "Players", "House rules", "Take at will")
    choose(story, "ben", "Back", "Language", "Lysstyrke", "Lydstyrke")
    kept = told(story, Kept)
    assert len(kept) == 8
    chosen = Preferences(
        game="pack",
        is_alone=True,
        level=Level.EASY,
        seats=3,
        best_of=3,
        lang="nb",
        brightness=4,
        volume=4,
        pack=pack.Rules(voluntary_pickup=True),
    )
    assert kept[-1].preferences == preferences(story) == chosen
    assert read(chosen.as_json()) == chosen
    again = table(preferences=read(kept[-1].preferences.as_json()), best_of=3)
    assert title(again, "ana").columns == ("Kort", "Lett", "Best 3", "Meny")


def test_what_is_wrong_with_a_pad_is_told_in_the_language_chosen_since() -> None:
    story = Table(ana=Wire(), ben=Wire())
    story.unplug("ben")
    story.after(ms=100)
    assert "Ben's pad is unplugged" in title(story, "ana").hint
    choose(story, "ana", "Language")
    leave_menu(story, "ana")
    assert "Ben er frakoblet" in title(story, "ana").hint
