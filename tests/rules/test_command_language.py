"""The command line in both languages: which is spoken, and that nothing is left in another."""

import gettext
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from engine.cards import DECK
from engine.messages import say
from engine.records import as_text, header_line
from engine.spit import Rules, deal
from firmware_host.cli import COMMANDS, main, parser
from firmware_host.cli.language import asked_for, of_environment, speaking, spoken, told
from firmware_host.cli.play import preferences_of
from firmware_host.preferences import Preferences

HEADER = as_text(header_line(deal(Rules(), (DECK, DECK[::-1]))))

ENGLISH = re.compile(
    r"\b(the|of|and|is|or|not|error|usage|options|show|expected|must|choose|write)\b", re.IGNORECASE
)
"""Words that no Norwegian sentence has."""
NAMES = re.compile(r"--[\w-]+|\{[^}]*\}|\[[^]]*\]|`[^`]*`|/\S+|'[^']*'|easy, normal, hard")
"""What never changes with the language: options, choices, places."""


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        pytest.param({}, "en", id="nothing is said"),
        pytest.param({"LANG": "nb_NO.UTF-8"}, "nb", id="bokmål"),
        pytest.param({"LANG": "no_NO"}, "nb", id="Norwegian as it was once called"),
        pytest.param({"LC_MESSAGES": "nn_NO.UTF-8"}, "nb", id="nynorsk is nearer than English"),
        pytest.param({"LC_ALL": "en_GB.UTF-8", "LANG": "nb_NO"}, "en", id="LC_ALL before LANG"),
        pytest.param({"LC_ALL": "", "LANG": "nb"}, "nb", id="an empty variable says nothing"),
        pytest.param({"LANGUAGE": "sv:nb:en", "LANG": "en_US"}, "nb", id="the first that we know"),
        pytest.param({"LANG": "de_DE.UTF-8"}, "en", id="a language that we do not speak"),
        pytest.param({"LANG": "C.UTF-8"}, "en", id="no language at all"),
        pytest.param({"LANG": "nb.UTF-8"}, "nb", id="without a country"),
    ],
)
def test_the_environment_tells_the_language(environ: Mapping[str, str], language: str) -> None:
    assert of_environment(environ) == language


@pytest.mark.parametrize(
    ("argv", "language"),
    [
        ("--lang nb play", "nb"),
        ("play --lang=nb", "nb"),
        ("play --lang en --lang nb", "nb"),
        ("play", None),
        ("play --lang", None),
        ("play --lang sv", None),
    ],
)
def test_lang_is_found_wherever_it_stands(argv: str, language: str | None) -> None:
    assert asked_for(argv.split()) == language


def test_speaking_ends_where_it_began(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LANGUAGE", raising=False)
    domain = gettext.textdomain()
    for language in ("nb", "en"):
        with speaking("nb"), speaking(language):
            assert spoken() == language
    assert "LANGUAGE" not in os.environ
    assert gettext.textdomain() == domain


def test_a_message_is_told_with_the_messages_in_it() -> None:
    inner = say("from {least} to {most}", least=0, most=3)
    words = say("{key} must be {wanted}, not {value}", key="x", wanted=inner, value=9)
    with speaking("nb"):
        assert told(words) == "x må være fra 0 til 3, ikke 9"
        assert told("as it is: {key}") == "as it is: {key}"
    with speaking("en"):
        assert told(words) == words == "x must be from 0 to 3, not 9"


def foreign(text: str) -> list[str]:
    """Find English words in Norwegian output."""
    return ENGLISH.findall(NAMES.sub("", text))


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_is_norwegian_throughout(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([*command.split(), "--lang", "nb", "--help"])
    assert left.value.code == 0
    told = capsys.readouterr().out
    assert told.startswith("bruk: spytt")
    assert "None" not in told
    assert foreign(told) == []


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        pytest.param("", "disse argumentene mangler: COMMAND", id="no command"),
        pytest.param("chess", "ugyldig valg: 'chess'", id="no such command"),
        pytest.param("demo --speed", "ett argument ventes", id="a value missing"),
        pytest.param("demo --se 1", "ukjente argumenter: --se 1", id="half an option"),
        pytest.param("play --bots easy", "--bots easy: mente du --bot?", id="misspelt"),
        pytest.param("demo what", "ukjente argumenter: what", id="too much"),
        pytest.param("demo --json=1", "overflødig verdi '1'", id="a value too much"),
        pytest.param("scores --csv --json", "kan ikke brukes sammen med", id="one of two"),
        pytest.param("play --best-of x", "ugyldig verdi av typen int: 'x'", id="no number"),
        pytest.param("demo --seed -1", "--seed: '-1' er ikke et heltall fra 0", id="a seed"),
        pytest.param("demo --seats 1", "1 er mindre enn 2", id="too few seats"),
        pytest.param("demo --seats 3", "3 plasser er for mange: spit er for 2", id="too many"),
        pytest.param("demo --speed x", "'x' er ingen fart", id="a speed"),
        pytest.param("demo --bots x", "'x': skriv to (i Kortstokken opptil fem)", id="levels"),
        pytest.param("demo --game pack --seats 3 --bots easy,easy", "ett nivå for", id="few bots"),
        pytest.param("play --names A,A", "to til fem ulike navn", id="names"),
        pytest.param("bench chess", "ingen måling heter 'chess'", id="a benchmark"),
        pytest.param("bench --races 0", "'0' er ikke et heltall", id="a count"),
        pytest.param("demo --record a --trace a", "må ha hver sin fil", id="one file twice"),
    ],
)
def test_a_wrong_command_line_is_refused_in_norwegian(
    argv: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["--lang", "nb", *argv.split()])
    assert refused.value.code == 2
    told = capsys.readouterr().err
    assert words in told
    assert "feil: " in told
    assert foreign(told) == []


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        pytest.param(["{"], ":1: ikke JSON: her ventes en nøkkel i doble", id="no JSON"),
        pytest.param(['{"spytt":1}'], ':1: nøkkelen "game" mangler', id="a missing key"),
        pytest.param(
            [HEADER, '{"move":"play","seat":0,"slot":9,"pile":0}'],
            ':2: "slot" må være fra 0 til 3, ikke 9',
            id="a message within a message",
        ),
        pytest.param(
            [HEADER, '{"move":"play","seat":0,"slot":0,"pile":0}'],
            ":2: mot reglene: der ligger det ingenting ennå",
            id="against the rules",
        ),
    ],
)
def test_a_bad_line_is_told_in_norwegian(
    lines: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a"
    file.write_text("\n".join(lines))
    assert main(["replay", "--lang", "nb", str(file)]) == 1
    assert f"{file}{words}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        pytest.param("replay {none}", "{none}: filen eller mappen finnes ikke: oppgi", id="file"),
        pytest.param(
            "demo --seed 1 --record {none}/a", "oppgi en fil som kan skrives", id="record"
        ),
        pytest.param("scores --state {none}", "ingen kamp er notert ennå i {none}", id="scores"),
        pytest.param("play --port 0 --state /proc/x/y", "eller oppgi en annen mappe", id="state"),
    ],
)
def test_what_cannot_be_done_is_told_in_norwegian(
    argv: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    none = tmp_path / "none"
    main(["--lang", "nb", *argv.format(none=none).split()])
    told = capsys.readouterr().err
    assert words.format(none=none) in told
    assert foreign(told) == []


def test_the_environment_s_language_is_spoken_without_lang(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "nb_NO.UTF-8")
    assert main(["replay", "/dev/null"]) == 1
    assert capsys.readouterr().err == "/dev/null:1: filen er tom: en kampfil begynner med et hode\n"
    assert main(["replay", "/dev/null", "--lang", "en"]) == 1
    assert capsys.readouterr().err.startswith("/dev/null:1: the file is empty")


@pytest.mark.parametrize("lang", ["en", "nb"])
def test_the_list_of_commands_says_what_each_command_says_of_itself(lang: str) -> None:
    with speaking(lang):
        assert parser(()).format_help() == parser(COMMANDS).format_help()


def test_an_unknown_command_is_refused_with_those_that_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["--lang", "en", "chess"])
    assert refused.value.code == 2
    told = capsys.readouterr().err
    assert "error: argument COMMAND: invalid choice: 'chess' (choose from " in told
    assert all(command in told for command in COMMANDS)


def loaded_by(argv: str) -> set[str]:
    """Run a command line in a process of its own, and name the modules that it has waited for."""
    code = (
        "import sys\nfrom firmware_host.cli import main\n"
        f"try: main({argv.split()})\n"
        "finally: print(*sys.modules, file=sys.stderr)"
    )
    process = subprocess.run(
        [sys.executable, "-c", code], check=False, capture_output=True, text=True
    )
    return set(process.stderr.splitlines()[-1].split())


def commands_in(modules: set[str]) -> set[str]:
    return {name for name in COMMANDS if f"firmware_host.cli.{name}" in modules}


@pytest.mark.parametrize(
    ("argv", "commands"),
    [
        pytest.param("--version", set(), id="the version"),
        pytest.param("--help", set(), id="the list of commands"),
        pytest.param("--lang nb scores --help", {"scores"}, id="a command after an option"),
        pytest.param("demo --bots x", {"demo"}, id="a wrong command line"),
    ],
)
def test_only_the_command_that_is_named_is_waited_for(argv: str, commands: set[str]) -> None:
    assert commands_in(loaded_by(argv)) == commands


@pytest.mark.parametrize("command", COMMANDS)
def test_help_waits_for_no_big_library(command: str) -> None:
    """Imports take some 30 times as long on a Pi Zero 2 as here."""
    loaded = loaded_by(f"{command} --help")
    assert command in commands_in(loaded)
    assert loaded & {"PIL", "luma", "sqlite3", "babel", "websockets"} == set()


def test_a_demo_is_told_in_norwegian(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--lang", "nb", "--seed", "5", "--speed", "1e9"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Spytt, påfyll av seg selv: Ana mot Ben"
    assert lines[-1].startswith("Ana vinner: ")


@pytest.mark.parametrize("lang", ["en", "nb"])
def test_json_is_the_same_in_every_language(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for language in ("en", lang):
        assert main(["demo", "--lang", language, "--json", "--seed", "5"]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]


@pytest.mark.parametrize(
    ("argv", "lang"),
    [
        pytest.param("play", "nb", id="as kept"),
        pytest.param("play --lang en", "en", id="as named after the command"),
        pytest.param("--lang en play", "en", id="as named before it"),
    ],
)
def test_the_console_speaks_as_named_or_else_as_kept(argv: str, lang: str) -> None:
    assert preferences_of(parser().parse_args(argv.split()), Preferences(lang="nb")).lang == lang


def test_no_command_at_all_is_told_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([])
    assert left.value.code == 2
    assert "COMMAND" in capsys.readouterr().err


@pytest.mark.parametrize(
    "argv",
    [
        "config check --lang nb FILE",
        "config check FILE --lang=nb",
        "--lang nb config check FILE",
        "config --lang nb check FILE",
    ],
)
def test_the_language_may_stand_anywhere(
    argv: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(argv.replace("FILE", str(tmp_path / "none.toml")).split()) == 1
    assert "oppgi en fil som kan leses" in capsys.readouterr().err
