"""The odds page: two units picked, an answer, a link that brings it back."""

from web.visiting import visit


@visit
async def test_the_first_visit_offers_examples(visitor):
    await visitor.open("/odds")
    await visitor.should_see("Pick two units of one game")
    await visitor.should_see("Flawless Blades → Lychguard")


@visit
async def test_a_link_that_makes_no_sense_is_told_in_words(visitor):
    await visitor.open("/odds?nonsense=1")
    await visitor.should_see("nonsense")
    await visitor.should_see("Pick two units of one game")


def test_a_newcomer_gets_to_odds_by_typing_and_the_link_brings_them_back(page):
    page.goto("/odds")
    page.get_by_label("Attacker: type a name", exact=True).fill("flawless")
    page.get_by_role("button", name="Flawless Blades").click()
    page.get_by_label("Target: type a name").fill("lych")
    page.get_by_role("button", name="Lychguard").click()
    page.get_by_text("unit destroyed").wait_for()
    heading = page.get_by_role("heading", name="3 × Flawless Blades → 5 × Lychguard")
    heading.wait_for()
    page.wait_for_url(lambda url: "attacker=Flawless+Blades" in url and "target=Lychguard" in url)
    page.reload()
    heading.wait_for()
    assert page.get_by_text("hits on 3+: BS 3+").count() == 1


def test_sides_are_swapped_and_a_unit_is_changed_by_keyboard_alone(page):
    page.goto("/odds?attacker=Flawless+Blades&target=Lychguard&phase=fight")
    page.get_by_role("button", name="Swap sides").press("Enter")
    page.get_by_role("heading", name="5 × Lychguard → 3 × Flawless Blades").wait_for()
    page.get_by_role("button", name="Change the target").press("Enter")
    field = page.get_by_label("Target: type a name")
    field.fill("immort")
    page.get_by_role("button", name="Immortals").wait_for()
    field.press("Enter")
    page.get_by_role("heading", name="5 × Lychguard → 5 × Immortals").wait_for()


def test_rules_of_one_attack_stay_behind_when_sides_are_swapped(page):
    page.goto("/odds?attacker=Flawless+Blades&target=Lychguard&phase=fight&with=Martial+Perfection")
    page.get_by_text("unit destroyed").wait_for()
    page.get_by_role("button", name="Swap sides").click()
    page.get_by_role("heading", name="5 × Lychguard → 3 × Flawless Blades").wait_for()
    page.get_by_text("of the other attack are no longer in use").first.wait_for()
    page.wait_for_url(lambda url: "attacker=Lychguard" in url and "with=" not in url)


def test_no_link_makes_the_site_read_a_file(page, tmp_path):
    there = tmp_path / "page.txt"
    there.write_text("Lychguard", "utf-8")
    page.goto(f"/odds?attacker={there}&target=Lychguard")
    page.get_by_text("expected the name of").first.wait_for()
    assert page.get_by_text("statline").count() == 0


def test_answers_to_more_questions_come_when_they_are_opened(page):
    page.goto("/odds?attacker=Flawless+Blades&target=Lychguard&phase=fight")
    page.get_by_text("unit destroyed").wait_for()
    page.get_by_text("How many models does it take?").click()
    page.get_by_text("models destroy it with").wait_for()
    page.get_by_text("What would each modifier be worth?").click()
    page.get_by_role("row", name="re-roll failed wounds").wait_for()


def test_a_modifier_is_switched_and_moves_the_odds(page):
    """Without a save: 3 · 3 attacks that hit on 2+ and wound Toughness 5 on 3+ are saved on 6+ behind AP -3."""
    page.goto("/odds?attacker=Flawless+Blades&target=Lychguard&phase=fight")
    page.get_by_text("hits on 2+: WS 2+").wait_for()
    page.get_by_text("Other modifiers").click()
    page.get_by_role("checkbox", name="-1 to hit").click()
    page.get_by_text("hits on 3+: WS 2+, -1 added by hand").wait_for()
    page.wait_for_url(lambda url: "modifiers=-1+to+hit" in url)


def test_a_rule_in_play_is_switched_and_told(page):
    page.goto("/odds?attacker=Flawless+Blades&target=Lychguard&phase=fight")
    page.get_by_text("Core Stratagems").click()
    page.get_by_role("button", name="Show what they are worth here").click()
    page.get_by_role("checkbox", name="Command re-roll hit").click()
    page.get_by_text("Command re-roll hit used").wait_for()


def test_a_unit_that_cannot_shoot_still_lets_the_phase_be_changed(page):
    page.goto("/odds?attacker=Lychguard&target=Immortals&phase=shooting")
    page.get_by_text("it carries no ranged weapon").wait_for()
    page.get_by_role("combobox", name="Phase").click()
    page.get_by_role("option", name="Fight").click()
    page.get_by_role("heading", name="5 × Lychguard → 5 × Immortals").wait_for()
    assert page.get_by_text("unit destroyed").count() == 1


def test_a_profile_typed_by_hand_is_attacked(page):
    """Strength 6 wounds twice its Toughness on 6; AP -3 makes of a save on 2+ one on 5+."""
    page.goto("/odds?attacker=Flawless+Blades&phase=fight")
    page.get_by_role("button", name="Type a profile instead").click()
    page.get_by_label("Toughness").fill("12")
    page.get_by_text("wounds on 6+: S6 against T12").wait_for()
    page.get_by_label("Save", exact=True).fill("2+")
    page.get_by_text("saves on 5+: Sv 2+, -3 AP").wait_for()


def test_units_that_attack_after_the_first_are_told_in_order(page):
    page.goto("/odds?attacker=Flawless+Blades&target=Lychguard&phase=fight&then=name%3DTormentors")
    page.get_by_role("heading", name="3 × Flawless Blades, then 5 × Tormentors → 5 × Lychguard").wait_for()


def test_questions_are_kept_beside_each_other_in_the_link(page):
    page.goto("/odds?attacker=Flawless+Blades&target=Lychguard&phase=fight")
    page.get_by_role("button", name="Keep this to compare").click()
    page.get_by_role("button", name="Swap sides").click()
    page.get_by_role("link", name="5 × Lychguard → 3 × Flawless Blades").wait_for()
    page.wait_for_url(lambda url: "beside=" in url and "attacker=Lychguard" in url)
    page.reload()
    page.get_by_role("link", name="3 × Flawless Blades → 5 × Lychguard").wait_for()


def test_names_are_shown_as_they_are_written_and_run_nothing(page):
    page.on("dialog", lambda dialog: dialog.dismiss())
    page.goto("/odds?attacker=%3Cimg+src%3Dx+onerror%3D%22alert(1)%22%3E&target=Lychguard")
    page.get_by_text("<img src=x onerror").first.wait_for()
    assert page.locator(".content img").count() == 0


def test_a_condition_that_was_taken_not_to_hold_is_switched(page):
    """Near an objective marker all failed wounds are re-rolled, not ones alone."""
    page.goto("/odds?attacker=Infractors&target=Noise+Marines&phase=fight")
    page.get_by_text("re-rolls ones").first.wait_for()
    page.get_by_role("checkbox", name="within range of an objective marker").click()
    page.get_by_text("re-rolls failed").first.wait_for()
    assert page.get_by_text("re-rolls ones").count() == 0
    page.wait_for_url(lambda url: "holding=" in url)


def test_wargear_is_counted_and_shoots(page):
    page.goto("/odds?attacker=Necron+Warriors&attacker.models=20&target=Immortals")
    page.get_by_text("20 × 1 attacks").wait_for()
    page.get_by_text("Wargear options (1)").first.click()
    page.get_by_label("Gauss reaper").first.fill("7")
    page.get_by_text("7 × 2 attacks").wait_for()
    page.get_by_text("13 × 1 attacks").wait_for()


def test_a_charge_is_reached_as_two_dice_allow(page):
    """9 or more with two dice: 10 of 36."""
    page.goto("/odds?attacker=Flawless+Blades&target=Lychguard&charge=9")
    page.get_by_text("A charge of 9″ succeeds in 27.8%").wait_for()
    page.get_by_role("checkbox", name="The charge may be re-rolled").click()
    page.get_by_text("with a re-roll succeeds in 47.8%").wait_for()


def test_what_a_rule_is_worth_follows_the_question(page):
    """More attacks are worth less damage where the damage is halved."""
    page.goto("/odds?attacker=Lord+Exultant&target=Lychguard&phase=fight")
    page.get_by_text("The attacker's detachment").first.click()
    page.get_by_role("combobox", name="The attacker's detachment").click()
    page.get_by_role("option", name="Peerless Bladesmen").click()
    rule = page.get_by_role("checkbox", name="Distortion")
    rule.wait_for()
    before = rule.inner_text()
    assert "damage +" in before
    page.get_by_text("Other modifiers").click()
    page.get_by_role("checkbox", name="damage halved").click()
    page.wait_for_function("before => !document.body.innerText.includes(before)", arg=before.split("\n")[-1])
    assert "damage +" in rule.inner_text()
    rule.click()
    page.get_by_text("Distortion used by the attacker").wait_for()


def test_a_typed_target_that_is_to_attack_gets_a_weapon(page):
    """One attack of Strength 4 on 3+ against Toughness 5: hits 2/3."""
    page.goto("/odds?attacker=Lychguard&target=Mark&target.typed.toughness=4&phase=shooting")
    page.get_by_text("it carries no ranged weapon").wait_for()
    page.get_by_role("button", name="Swap sides").click()
    page.get_by_role("button", name="Add a weapon").click()
    page.get_by_role("heading", name="Mark → 5 × Lychguard").wait_for()
    page.get_by_text("wounds on 5+: S4 against T5").wait_for()


def test_a_new_answer_is_said_in_a_line(page):
    page.goto("/odds?attacker=Flawless+Blades&target=Lychguard&phase=fight")
    page.get_by_role("status").filter(
        has_text="3 × Flawless Blades against 5 × Lychguard: destroyed"
    ).wait_for()


def test_what_is_folded_away_is_opened_by_keyboard_and_is_accessible(page):
    from axe_playwright_python.sync_playwright import Axe

    page.goto("/odds?attacker=Necron+Warriors&attacker.models=20&target=Immortals")
    page.get_by_text("unit destroyed").wait_for()
    for title, control in (
        ("Wargear options (1)", page.get_by_label("Gauss reaper")),
        ("More attackers after it", page.get_by_label("Then attacks: type a name")),
        ("The target's detachment", page.get_by_role("combobox", name="The target's detachment")),
        ("Core Stratagems", page.get_by_role("button", name="Show what they are worth here")),
        ("Other modifiers", page.get_by_role("checkbox", name="-1 to hit")),
        ("A whole turn", page.get_by_label("Charge of so many inches")),
        ("How unlucky was that?", page.get_by_label("Damage that was dealt")),
    ):
        assert control.count() == 0
        page.locator("summary").filter(has_text=title).first.press("Enter")
        control.first.wait_for()
    found = Axe().run(page).response["violations"]
    assert not [each["id"] for each in found if each["impact"] in ("serious", "critical")]


def test_a_chosen_detachment_acts_and_is_in_the_link(page):
    """Command Protocols gives a led unit +1 to hit: BS 3+ hits on 2+."""
    page.goto(
        "/odds?attacker=Immortals&attacker.leader=Royal+Warden&target=Lychguard&phase=shooting&half_range=1"
    )
    page.get_by_text("hits on 3+: BS 3+").first.wait_for()
    page.get_by_text("The attacker's detachment").click()
    page.get_by_role("combobox", name="The attacker's detachment").click()
    page.get_by_role("option", name="Awakened Dynasty").click()
    page.get_by_text("hits on 2+: BS 3+, +1 Command Protocols").first.wait_for()
    page.wait_for_url(lambda url: "attacker.detachment=Awakened+Dynasty" in url)
    page.reload()
    page.get_by_text("hits on 2+: BS 3+, +1 Command Protocols").first.wait_for()
    page.get_by_role("checkbox", name="Protocol of the Conquering Tyrant").first.wait_for()
