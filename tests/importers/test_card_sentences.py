"""Sentences of the forms that exports have, on invented cards: who is in the unit and what each carries."""

import pytest

from warbook.importers.markup import plain, prose
from warbook.importers.names import Names
from warbook.importers.wh40k10_card import Card, Stats
from warbook.importers.wh40k10_export import sheet_of
from warbook.importers.wh40k10_profiles import Line, read_save
from warbook.sheets.sheet import Item, Source

VALUES = {"range": "Melee", "A": "1", "WS": "3+", "S": "4", "AP": "0", "D": "1"}
AXE, KNIFE, SLING = Item("Axe"), Item("Knife"), Item("Long sling")


def read(composition, loadout="", options=(), **fields):
    weapons = [Line(name, "melee", VALUES) for name in ("Axe", "Knife", "Long sling")]
    return sheet_of(
        Card(name="Hounds", faction="Gravel Court", source=Source("x"), composition=composition,
             loadout=loadout, options=options, weapons=weapons, **fields)
    )  # fmt: skip


def carried(sheet):
    return {equipped.model: equipped.items for equipped in sheet.loadout}


def counts(sheet):
    return {model.name: (model.count_min, model.count_max) for model in sheet.models}


@pytest.mark.parametrize(
    ("loadout", "chief", "hounds"),
    [
        ("Every model is equipped with: axe.", (AXE,), (AXE,)),
        ("The Chief is equipped with: axe; knife. Every Hound is equipped with: 2 knives.", (AXE, KNIFE),
         (Item("Knife", 2),)),
        ("The Chief and every Hound is equipped with: axe.", (AXE,), (AXE,)),
        ("The Chief and Hounds are both equipped with: axe.", (AXE,), (AXE,)),
        ("The Chief is equipped with: axe. Every other model is equipped with: knife.", (AXE,), (KNIFE,)),
        ("The Chief Is equipped with: axe.Each Hound is equipped with: axe and knife.", (AXE,), (AXE, KNIFE)),
        ("<b>The Chief is equipped with:</b> axe, knife; long sling.<br><br>Hounds are equipped with: axe.",
         (AXE, KNIFE, SLING), (AXE,)),
    ],
)  # fmt: skip
def test_who_carries_what(loadout, chief, hounds):
    sheet = read(["1 Chief", "4-9 Hounds"], loadout)
    assert carried(sheet) == {"Chief": chief, "Hounds": hounds}
    assert sheet.problems == ()


def test_models_that_a_sentence_calls_by_the_end_of_their_name():
    sheet = read(
        ["1 Grey Chief", "1 Old Hound"], "The Chief is equipped with: axe. Hound is equipped with: knife."
    )
    assert carried(sheet) == {"Grey Chief": (AXE,), "Old Hound": (KNIFE,)}


@pytest.mark.parametrize(
    ("loadout", "most", "rest"),
    [
        ("One Hound is equipped with: axe. Every other Hound is equipped with: knife.", (KNIFE,), "One Hound"),
        ("One Hound is equipped with: axe. Every other model is equipped with: knife.", (KNIFE,), "One Hound"),
        ("One Hound is equipped with: axe. One other Hound is equipped with: knife.", (AXE,), "One other"),
        ("Every model is equipped with: axe. One Hound is equipped with: knife.", (AXE,), "One Hound"),
        (
            "For every 5 models in this unit, 1 Hound is equipped with: axe. "
            "Every other Hound is equipped with: knife.",
            (KNIFE,),
            "For every 5",
        ),
        ("Two Hounds are equipped with: axe. Three other Hounds are equipped with: knife.", (AXE,), "Three"),
        ("2 Hounds are equipped with: axe. Every Hound is equipped with: knife.", (KNIFE,), "2 Hounds"),
    ],
)
def test_models_of_one_kind_with_different_things_are_told(loadout, most, rest):
    sheet = read(["5 Hounds"], loadout)
    assert carried(sheet) == {"Hounds": most}
    (problem,) = sheet.problems
    assert problem.message.startswith(f"models of one kind carry different things: {rest}")
    assert [note.text[: len(rest)] for note in sheet.notes] == [rest]


def test_what_follows_a_loadout_is_no_weapon():
    sheet = read(["5 Hounds"], "Every model is equipped with: axe. HOWLERS If it howls, they all howl.")
    assert carried(sheet) == {"Hounds": (AXE,)}
    assert [problem.message for problem in sheet.problems] == [
        "not understood: HOWLERS If it howls, they all howl."
    ]


def test_a_name_a_letter_off_is_the_weapon_and_said():
    sheet = read(["5 Hounds"], "Every model is equipped with: long slign.")
    assert carried(sheet) == {"Hounds": (SLING,)}
    assert [problem.message for problem in sheet.problems] == ["'long slign' taken for Long sling"]


def test_what_no_table_knows_lacks_its_profile():
    sheet = read(["5 Hounds"], "Every model is equipped with: harpoon.")
    assert ("table", "harpoon: its profile") in {(one.token, one.where) for one in sheet.missing}


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["1 Chief", "4‐9 Hounds"], {"Chief": (1, 1), "Hounds": (4, 9)}),
        (["1 Chief and 9 Hounds", "OR", "2 Chiefs and 18 Hounds"], {"Chief": (1, 2), "Hounds": (9, 18)}),
        (["1 Chief, 9 Hounds", "1 Chief, 7 Hounds and 1 Cart", "One of the following:"],
         {"Chief": (1, 1), "Hounds": (7, 9), "Cart": (0, 1)}),
        (["Old Chief – EPIC HERO"], {"Old Chief": (1, 1)}),
        (["■ 1 Chief\n■ 4 Hounds"], {"Chief": (1, 1), "Hounds": (4, 4)}),
    ],
)  # fmt: skip
def test_who_is_in_the_unit(lines, expected):
    assert counts(read(lines, "Every model is equipped with: axe.")) == expected


def test_a_limit_of_the_unit_is_kept_and_told():
    sheet = read(["5 Hounds", "10 models maximum"], "Every model is equipped with: axe.")
    assert counts(sheet) == {"Hounds": (5, 5)}
    assert [(note.about, note.text) for note in sheet.notes] == [("composition", "10 models maximum")]
    assert len(sheet.problems) == 1


def test_either_field_may_hold_lines_of_the_other():
    sheet = read(["5 Hounds", "Every Hound is equipped with: axe."], "1 Chief")
    assert (counts(sheet), carried(sheet)) == ({"Hounds": (5, 5), "Chief": (1, 1)}, {"Hounds": (AXE,)})


def option(text, composition=("1 Chief", "4-9 Hounds")):
    sheet = read(composition, "Every model is equipped with: axe.", [text])
    assert sheet.problems == ()
    (found,) = sheet.options
    return found


def test_choices_in_every_form_of_a_list():
    for choices in (
        ": ◦ 1 knife ◦ 1 long sling",
        ":<ul><li>1 knife</li><li>1 long sling</li></ul>",
        "<ul><li>1 knife</li><li>1 long sling</li></ul>",
        ":\n■ 1 knife\n■ 1 long sling",
    ):
        found = option(f"The Chief’s axe can be replaced with one of the following{choices}")
        assert (found.model, found.replaces, found.choices) == ("Chief", (AXE,), ((KNIFE,), (SLING,)))


def test_what_every_choice_comes_with():
    found = option(
        "The Chief’s axe can be replaced with 1 knife and one of the following: ◦ 1 axe ◦ 1 long sling"
    )
    assert found.choices == ((KNIFE, AXE), (KNIFE, SLING))


def test_any_of_a_list_is_as_many_as_there_are():
    found = option("The Chief can be equipped with any of the following: ◦ 1 knife ◦ 1 long sling")
    assert (found.picks, found.duplicates) == (2, False)


def test_several_different_ones_from_a_list():
    given = "can be replaced with three different weapons from the following list: ◦ 1 knife ◦ 1 axe"
    found = option(f"The Chief’s axe {given}")
    assert (found.picks, found.duplicates, found.choices) == (3, False, ((KNIFE,), (AXE,)))


def test_one_of_several_is_given_up():
    found = option("Any number of Hounds can each replace one of their axes with 1 knife.")
    assert (found.model, found.limit, found.replaces) == ("Hounds", None, (AXE,))


def test_a_named_model_that_must_carry_something():
    found = option("If the Chief is equipped with 1 axe, it can be equipped with 1 knife.")
    assert (found.model, found.requires, found.choices) == ("Chief", ("Axe",), ((KNIFE,),))


def test_what_a_taker_keeps_and_where_a_profile_stands_are_only_noted():
    text = "1 Hound equipped with an axe can be equipped with 1 knife. That model’s axe cannot be replaced."
    assert option(text).requires == ("Axe",)
    found = option(
        "The Chief can be equipped with one of the following: ◦ 1 knife * It stands on another card."
    )
    assert found.choices == ((KNIFE,),)


def test_a_sentence_of_no_known_form_is_kept_and_told():
    sheet = read(["5 Hounds"], "Every model is equipped with: axe.", ["Hounds howl at knives."])
    assert sheet.options == ()
    assert [(note.about, note.text) for note in sheet.notes] == [("options", "Hounds howl at knives.")]
    assert [problem.place for problem in sheet.problems] == ["Hounds, options"]


MODELS = Names(["Chief", "Hounds", "Cart"])


@pytest.mark.parametrize(
    ("value", "note", "expected"),
    [
        ("4+", "", ("4+", None)), ("5", "", ("5+", None)), ("-", "", (None, ())), ("", "", (None, ())),
        ("5+*", "", (None, ())), ("5", "* Against ranged attacks only", (None, ())),
        ("5+", "4+ against melee attacks only", ("5+", None)),
        ("5+", "This model has a 5+ invulnerable save against rocks.", (None, ())),
        ("5+", "This invulnerable save is improved to 4+ against melee attacks.", ("5+", None)),
        ("4+", "Chief model only.", ("4+", ("Chief",))),
        ("4", "Chief and Cart only", ("4+", ("Chief", "Cart"))),
        ("4", "Excluding the Cart.", ("4+", ("Chief", "Hounds"))), ("4", "Stranger only", (None, ())),
        ("2+", "See Shadow ability", ("2+", None)), ("9", "", (None, ())),
    ],
)  # fmt: skip
def test_only_a_save_that_always_holds_is_one(value, note, expected):
    found = read_save(value, note, MODELS)
    assert (found.value, found.named) == expected
    assert found.doubt or found.against or not note or found.named


def test_stars_of_one_statline_do_not_reach_another():
    sheet = read(["1 Chief", "4 Hounds"], "Every model is equipped with: axe.",
                 stats=[Stats("Chief", {"T": "4"}, "4", "Chief only"), Stats("Hound", {"T": "3"})])  # fmt: skip
    assert [model.characteristics for model in sheet.models] == [{"T": "4", "Inv": "4+"}, {"T": "3"}]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a <b>b</b>&nbsp;c", "a b c"),
        ("x<br><br>y<p>z</p>", "x\ny\nz"),
        ("one of:<ul><li>a</li><li><span class='k'>B</span> c</li></ul>end", "one of:\n- a\n- B c\nend"),
        ("**^^BEAST^^** and ^^**FOLK**^^", "BEAST and FOLK"),
        ("a ■ b ◦ c", "a\n- b\n- c"),
        ("x&x20;y &amp; &#39;z", "x y & 'z"),
        ("it is < 5 and > 3", "it is < 5 and > 3"),
        ("cut off <br", "cut off"),
        ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "| a | b |\nc"),
        ("‘ten‑fold’", "'ten-fold'"),
    ],
)
def test_mark_up_goes_and_lines_stay(text, expected):
    assert plain(text) == expected


def test_a_slanted_word_is_plain_in_a_rule_and_a_star_marks_a_footnote():
    assert prose("*Codex* says ***so***: 2*3, a *") == "Codex says so: 2*3, a *"
    assert plain("* These go together.") == "* These go together."


@pytest.mark.parametrize("sign", ["<", "<a", "&", "■", "\n ", "*", "|", "<!--", "<li>", " "])
def test_long_runs_of_mark_up_end_soon(sign):
    assert len(prose(sign * 20_000 + "x")) <= 20_000 * len(sign) + 100_000
