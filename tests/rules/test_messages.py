"""Messages keep what it takes to tell them in another language."""

import pytest

from engine.cards import Card
from engine.game import RuleError, check_place
from engine.jsonl import LineError, parse_line
from engine.messages import Message, either, say
from tests.rules.pack_table import play, table


def test_a_message_is_its_english_text_and_keeps_template_and_values() -> None:
    message = say("{card} does not go on {top}", card=Card.parse("3H"), top=Card.parse("KS"))
    assert message == "3H does not go on KS"
    assert message.template == "{card} does not go on {top}"
    assert message.values == {"card": Card.parse("3H"), "top": Card.parse("KS")}


def test_a_value_may_be_a_message_itself() -> None:
    inner = say("the game is over")
    outer = say("against the rules: {words}", words=inner)
    assert outer == "against the rules: the game is over"
    assert outer.values["words"] is inner


def test_words_are_joined_by_or() -> None:
    assert either(["spit"]) == "spit"
    joined = either(["spit", "play", "draw"])
    assert joined == "spit or play or draw"
    assert isinstance(joined, Message)
    assert joined.template == "{one} or {other}"


def test_errors_of_rules_and_of_lines_carry_their_messages() -> None:
    with pytest.raises(RuleError) as illegal:
        table("3H", "3C", discard="KS").after(play(0, "3H"))
    assert illegal.value.words.template.startswith("{card} does not go on {top}")
    assert illegal.value.args == (illegal.value.words,)
    with pytest.raises(LineError) as unreadable:
        parse_line("", 3)
    assert isinstance(unreadable.value.what, Message)


def test_a_place_that_is_not_there_is_told_with_those_that_are() -> None:
    with pytest.raises(RuleError) as refused:
        check_place(say("pile"), 2, 2)
    assert refused.value.code == "no_such_place"
    assert refused.value.words == "there is no pile 2: they are 0 to 1"
