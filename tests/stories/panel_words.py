"""Every text that a panel shows, with its largest numbers, in each place where it may stand."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import product

from engine import pack, spit
from engine.bots import Level
from engine.cards import DECK
from firmware_host import title_desk
from firmware_host.preferences import BEST_OF, PACK_RULES, Preferences
from firmware_host.screens.scenes import (
    Countdown,
    EyeChart,
    Menu,
    Notice,
    PackColumn,
    PackMoment,
    PackOther,
    PackTable,
    Page,
    Result,
    Scene,
    SpitTable,
    Stuck,
    Title,
)
from firmware_host.title_desk import Choice, Place
from firmware_host.words import Words
from firmware_host.words.pause import Trouble
from hw.ports import Button, FaultKind
from hw.units import MILLISECOND_NS, SECOND_NS

Shown = tuple[str, Scene]
"""A text, and a scene that shows it."""
Frame = Callable[[str], Scene]

MOST_CARDS = 104
MOST_LYING = 101
"""Three play, and everybody still has a card."""
MARGINS_NS = (round(99.9 * MILLISECOND_NS), 999 * MILLISECOND_NS, round(59.9 * SECOND_NS))
TWO, FIVE = ("Ana", "Ben"), ("Ana", "Ben", "Cleo", "Dina", "Emil")

SPIT_TABLE = SpitTable(DECK[:4], DECK[4:8], (DECK[8], DECK[9]), 48, 48, "Ben")
OTHER = PackOther("Ben", ("10", "10", "10"), 60, 3, is_turn=False)
PACK_TABLE = PackTable(
    columns=(PackColumn("10", 8, 8, plays=True),) * 4,
    more_left=9,
    more_right=9,
    top="10",
    run=3,
    discard=MOST_CARDS,
    draw=MOST_CARDS,
    others=(OTHER,),
    own_up=("10", "10", "10"),
    own_down=3,
    is_turn=True,
    headline="",
    hint="",
)


# Places.


def beside_piles(text: str) -> Scene:
    return replace(SPIT_TABLE, headline=text)


def over_countdown(text: str) -> Scene:
    return Countdown(text, SPIT_TABLE)


def in_bar(text: str) -> Scene:
    return Result(text, TWO, (0, 0), (), (False, False), "")


def in_hint_line(text: str) -> Scene:
    return Menu("", (), 0, text)


def on_title(text: str) -> Scene:
    return Title("", TWO, (True, True), (99, 99), text, ("", "", "", ""))


def on_keys(text: str) -> Scene:
    return Title("", TWO, (True, True), (0, 0), "", (text, "", "", text))


def as_name_of_the_game(text: str) -> Scene:
    return Title(text, TWO, (True, True), (0, 0), "", ("", "", "", ""))


def over_page(text: str) -> Scene:
    return Page(text, (), 14, 14, "")


def in_notice(lines: str, text: str) -> Scene:
    return Notice(text, (lines,), "")


def _below_notice(title: str, text: str) -> Scene:
    return Notice(title, (text,), "")


def in_notice_line(text: str) -> Scene:
    return Notice("", (text,), "")


def in_story(text: str) -> Scene:
    return Result("", TWO, (0, 0), (text,) * 4, (False, False), "")


def as_entry(text: str) -> Scene:
    return Menu("", (text,), 0, "")


def news_of_pack(text: str) -> Scene:
    return replace(PACK_TABLE, headline=text)


def news_of_five(text: str) -> Scene:
    return replace(PACK_TABLE, headline=text, others=(OTHER,) * 4)


def on_strip(text: str) -> Scene:
    return replace(PACK_TABLE, hint=text)


def advice_in_spit(text: str) -> Scene:
    return replace(SPIT_TABLE, coach=text)


def advice_in_pack(text: str) -> Scene:
    return replace(PACK_TABLE, coach=text)


def over_moment(text: str) -> Scene:
    return PackMoment(text, ("10",) * 4, ())


def over_chart(text: str) -> Scene:
    return EyeChart(text, ())


def in_chart(text: str) -> Scene:
    return EyeChart("", (text, text), is_lit=True)


def in_moment(text: str) -> Scene:
    return PackMoment("", ("10",) * 4, (text, text))


IN_PACK = (news_of_pack, news_of_five)
ANY_TABLE = (beside_piles, *IN_PACK, in_hint_line, on_title)


# Texts.


def texts(words: Words, one: str, other: str) -> Mapping[str, list[Shown]]:
    """Give the texts of every method of every group of words, with where each stands."""
    found: dict[str, list[Shown]] = {}
    for group in (_spit, _pack, _coach, _pause, _end, _title, _names, _doctor):
        for method, places, text in group(words, one, other):
            found.setdefault(method, []).extend((text, place(text)) for place in places)
    return found


Told = Iterator[tuple[str, tuple[Frame, ...], str]]


def _spit(all_words: Words, one: str, other: str) -> Told:
    words, story = all_words.spit, (in_story,)
    yield "spit.get_ready", (over_countdown,), words.get_ready()
    yield "spit.still_stuck", (over_countdown,), words.still_stuck()
    for is_ready in (False, True):
        hint = words.stuck_hint(is_ready)
        yield "spit.stuck", (partial(_stuck, hint),), words.stuck()
        yield "spit.stuck_hint", (partial(_beside_stuck, words.stuck()),), hint
    for margin_ns in MARGINS_NS:
        yield "spit.first_by", (beside_piles,), words.first_by(one, margin_ns)
    yield "spit.photo_finish", (beside_piles,), words.photo_finish()
    yield "spit.rests", (beside_piles,), words.rests()
    yield "spit.has_a_play", (beside_piles,), words.has_a_play(one)
    yield "spit.both_have_a_play", (beside_piles,), words.both_have_a_play()
    yield "spit.can_draw", (beside_piles,), words.can_draw(one)
    yield "spit.longest_run", story, words.longest_run(one, 52)
    yield "spit.contested", story, words.contested(99, 99)
    yield "spit.quickest_hand", story, words.quickest_hand(one, round(99.99 * SECOND_NS))


def _stuck(hint: str, text: str) -> Scene:
    return Stuck(SPIT_TABLE, text, (False, True), hint, TWO)


def _beside_stuck(headline: str, text: str) -> Scene:
    return _stuck(text, headline)


def _pack(all_words: Words, one: str, other: str) -> Told:
    words, strip, moment = all_words.pack, (on_strip,), (in_moment,)
    story = (in_story,)
    yield "pack.choose", IN_PACK, words.choose()
    for left in (1, 4):
        yield "pack.has_chosen", IN_PACK, words.has_chosen(left)
    for chosen in range(4):
        yield "pack.choose_hint", strip, words.choose_hint(chosen)
    yield "pack.turn_of", strip, words.turn_of(one)
    yield "pack.play_hint", strip, words.play_hint()
    for count in (1, 8):
        yield "pack.plays_hint", strip, words.plays_hint(count)
        yield "pack.played", IN_PACK, words.played(one, "10", count)
    for is_selected in (False, True):
        yield "pack.flip_hint", strip, words.flip_hint(is_selected)
        yield "pack.take_one_hint", strip, words.take_one_hint(is_selected)
    yield "pack.take_hint", strip, words.take_hint(MOST_LYING)
    yield "pack.may_take_hint", strip, words.may_take_hint(MOST_LYING)
    yield "pack.does_not_go", IN_PACK, words.does_not_go("9", "10")
    yield "pack.three_only", IN_PACK, words.three_only()
    for cards in (1, MOST_CARDS):
        yield "pack.took", IN_PACK, words.took(one, cards)
        yield "pack.it_does_not_play", moment, words.it_does_not_play(cards)
    yield "pack.turns_over", (over_moment,), words.turns_over(one)
    yield "pack.it_plays", moment, words.it_plays()
    yield "pack.burns", (over_moment, in_moment), words.burns(one)
    yield "pack.plays_again", moment, words.plays_again(one)
    yield "pack.four", (over_moment, in_moment), words.four()
    yield "pack.leads", moment, words.leads(one)
    yield "pack.start_card", (over_moment,), words.start_card()
    yield "pack.begins", (in_moment, *IN_PACK), words.begins(one)
    yield "pack.turns", story, words.turns(3000)
    yield "pack.cleared", story, words.cleared(99, 99)
    yield "pack.heaviest", story, words.heaviest(one, MOST_CARDS)
    yield "pack.blind_luck", story, words.blind_luck(one, 3)
    hidden = all_words.pause.cards_are_hidden()
    yield "pack.only_watching", (partial(in_notice, hidden),), words.only_watching()
    yield "pack.bot_plays_here", (partial(in_notice, hidden),), words.bot_plays_here()


def _coach(all_words: Words, one: str, other: str) -> Told:
    words, in_spit, in_pack = all_words.coach, (advice_in_spit,), (advice_in_pack,)
    yield "coach.watch", in_spit, words.watch()
    yield "coach.take", in_spit, words.take("10", 4)
    for pile in (0, 1):
        yield "coach.reach", in_spit, words.reach("10", "10", pile)
    yield "coach.wait_for", in_spit, words.wait_for(one)
    yield "coach.draw", in_spit, words.draw()
    yield "coach.nobody_can_play", in_spit, words.nobody_can_play()
    yield "coach.keep_good_cards", in_pack, words.keep_good_cards()
    yield "coach.play_this_or_higher", in_pack, words.play_this_or_higher("10")
    yield "coach.play_anything", in_pack, words.play_anything()
    yield "coach.take_the_pile", in_pack, words.take_the_pile()
    yield "coach.turn_one_over", in_pack, words.turn_one_over()


def _pause(all_words: Words, one: str, other: str) -> Told:
    words = all_words.pause
    hidden = words.cards_are_hidden()
    notice = partial(in_notice, hidden)
    yield "pause.paused", (in_bar, notice), words.paused()
    yield "pause.hint", (in_hint_line,), words.hint()
    for entry in words.entries():
        yield "pause.entries", (as_entry,), entry
        yield "pause.other_wants", (in_hint_line,), words.other_wants(one, entry)
    yield "pause.go_on_soon", (over_countdown,), words.go_on_soon()
    for trouble in Trouble:
        lost = words.trouble(trouble, one)
        yield "pause.trouble", (notice, in_hint_line, on_title), lost
        yield "pause.cards_are_hidden", (partial(_below_notice, lost),), hidden
    yield "pause.notice_hint", (in_hint_line,), words.notice_hint()
    for kind in FaultKind:
        yield "pause.fault", ANY_TABLE, words.fault(kind)


def _end(all_words: Words, one: str, other: str) -> Told:
    words, verdict = all_words.end, (in_bar,)
    yield "end.takes_game", verdict, words.takes_game(one, 5)
    yield "end.wins", verdict, words.wins(one)
    yield "end.wins_match", verdict, words.wins_match(one, 3, 2)
    yield "end.wins_as_other_left", verdict, words.wins_as_other_left(one, other)
    yield "end.has_left", verdict, words.has_left(one)
    yield "end.called_off", verdict, words.called_off()
    yield "end.unfinished", verdict, words.unfinished()
    yield "end.drawn", verdict, words.drawn()
    for is_ready, is_over in product((False, True), repeat=2):
        yield "end.hint", (in_hint_line,), words.hint(is_ready, is_over)


def _title(all_words: Words, one: str, other: str) -> Told:
    words, keys, hints = all_words.title, (on_keys,), (on_title, in_hint_line)
    for is_ready, is_guided in product((False, True), repeat=2):
        yield "title.hint", hints, words.hint(is_ready, is_guided)
    yield "title.watch_hint", (on_title,), words.watch_hint()
    yield "title.attract_hint", (advice_in_spit, advice_in_pack), words.attract_hint()
    for game in (spit.NAME, pack.NAME):
        yield "title.game_key", keys, words.game_key(game)
    for level in (None, *Level):
        yield "title.rival_key", keys, words.rival_key(level)
    for games in BEST_OF:
        yield "title.best_of_key", keys, words.best_of_key(games)
    yield "title.menu_key", keys, words.menu_key()
    yield "title.settings", (in_bar,), words.settings()
    yield "title.house_rules", (in_bar,), words.house_rules()
    yield "title.menu_hint", (in_hint_line,), words.menu_hint()
    yield "title.page_hint", (in_hint_line,), words.page_hint()
    yield from _menus(all_words.lang)


def _menus(lang: str) -> Told:
    """Give the entries of every menu with every value they may have."""
    everything = Preferences(lang=lang)
    for game, level in product((spit.NAME, pack.NAME), Level):
        for refill, lockout_ms in product(spit.Refill, title_desk.LOCKOUTS_MS):
            for is_on in (False, True):
                choice = Choice(
                    replace(
                        everything,
                        game=game,
                        level=level,
                        spit=spit.Rules(refill, lockout_ms),
                        pack=pack.Rules(**dict.fromkeys(PACK_RULES, is_on)),
                    ),
                    is_on,
                )
                for place in (Place.SETTINGS, Place.HOUSE_RULES):
                    for item in title_desk.items(place, choice):
                        value = "▸" if item.leads_to else item.value
                        yield "title.items", (partial(_item, value),), item.label


def _item(value: str, label: str) -> Scene:
    return Menu("", (label,), 0, "", (value,))


def _names(all_words: Words, one: str, other: str) -> Told:
    words = all_words.names
    for game in (spit.NAME, pack.NAME):
        places = (as_name_of_the_game, over_page, in_notice_line)
        yield "names.game", places, words.game(game)
    for name in words.seats():
        yield "names.seats", (as_rival, as_seat, as_winner, at_stuck, as_other, as_fourth), name
    for level in Level:
        yield "names.bot", (as_rival, as_seat, as_winner, at_stuck, as_other), words.bot(level)
    for name in words.players((), (Level.HARD,) * 5):
        yield "names.players", (as_other, as_fourth), name


def as_rival(name: str) -> Scene:
    return replace(SPIT_TABLE, rival_name=name)


def as_seat(name: str) -> Scene:
    return Title("", ("", name), (True, True), (0, 0), "", ("", "", "", ""))


def as_winner(name: str) -> Scene:
    return Result("", ("", name), (99, 99), (), (False, True), "")


def at_stuck(name: str) -> Scene:
    return Stuck(SPIT_TABLE, "", (False, True), "", ("", name))


def as_other(name: str) -> Scene:
    return replace(PACK_TABLE, others=(replace(OTHER, name=name, is_turn=True),))


def as_fourth(name: str) -> Scene:
    other = replace(OTHER, name=name, is_ready=True)
    return replace(PACK_TABLE, others=(other,) * 4)


def _doctor(all_words: Words, one: str, other: str) -> Told:
    words = all_words.doctor
    for button in Button:
        yield "doctor.title", (partial(in_notice, words.press()),), words.title(button)
    yield "doctor.press", (in_notice_line,), words.press()
    yield "doctor.seat", (over_chart, partial(in_notice, words.waits())), words.seat(4)
    yield "doctor.waits", (in_notice_line,), words.waits()
    for method in (words.seen, words.lit):
        for text in method():
            yield f"doctor.{method.__name__}", (in_chart,), text
    question, answer = words.heard()
    yield "doctor.heard", (in_notice_line,), question
    yield "doctor.heard", (in_hint_line,), answer
    yield "doctor.thanks", (partial(in_notice, ""),), words.thanks()
