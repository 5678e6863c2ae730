"""The odds page: what units take, who attacks after the first, whom damage goes to, by keyboard too."""


def opened(page, title):
    page.locator("summary").filter(has_text=title).first.press("Enter")


def test_a_leader_takes_wargear_of_his_own(page):
    page.goto("/odds?attacker=Infractors&attacker.leader=Lord+Exultant&target=Lychguard&phase=shooting")
    page.get_by_text("unit destroyed").wait_for()
    opened(page, "Its leader's wargear")
    page.get_by_label("Screamer pistol").fill("1")
    page.get_by_role("heading", name="Screamer pistol").wait_for()
    page.wait_for_url(lambda url: "attacker.leader_loadout=1+Screamer+pistol" in url)


def test_a_second_leader_is_picked_beside_the_first(page):
    page.goto("/odds?attacker=Necron+Warriors&attacker.leader=Technomancer&target=Lychguard&phase=fight")
    page.get_by_text("unit destroyed").wait_for()
    page.get_by_role("combobox", name="And by").click()
    page.get_by_role("option", name="Overlord", exact=True).click()
    page.wait_for_url(lambda url: "attacker.second_leader=Overlord" in url)
    opened(page, "Its second leader's wargear")
    page.get_by_label("Voidscythe").fill("1")
    page.wait_for_url(lambda url: "attacker.second_leader_loadout=1+Voidscythe" in url)
    page.get_by_role("heading", name="Voidscythe").first.wait_for()
    page.get_by_role("combobox", name="Led by").first.click()
    page.get_by_role("option", name="nobody").click()
    page.wait_for_url(lambda url: "leader" not in url)
    page.get_by_role("combobox", name="And by").wait_for(state="detached")


def test_a_later_attacker_has_wargear_weapons_and_rules_of_its_own(page):
    page.goto(
        "/odds?attacker=Immortals&target=Lychguard&phase=shooting&attacker.detachment=Awakened+Dynasty"
        "&then=name%3DNecron%2BWarriors"
    )
    part = page.get_by_role("region", name="More attackers")
    part.get_by_role("link", name="Necron Warriors").wait_for()
    part.locator("summary").filter(has_text="Wargear options (1)").press("Enter")
    part.get_by_label("Gauss reaper").fill("3")
    page.wait_for_url(lambda url: "3%2BGauss%2Breaper" in url)
    part.locator("summary").filter(has_text="Rules that it uses").press("Enter")
    part.get_by_role("checkbox", name="Command re-roll hit").click()
    page.wait_for_url(lambda url: "Command%2Bre-roll%2Bhit" in url and "with=" not in url)
    part.get_by_role("button", name="Remove attacker 2").click()
    page.wait_for_url(lambda url: "then=" not in url)


def test_only_weapons_of_the_phase_are_offered(page):
    page.goto("/odds?attacker=Infractors&target=Lychguard")
    page.get_by_text("unit destroyed").wait_for()
    page.get_by_role("combobox", name="Phase").click()
    page.get_by_role("option", name="Fight").click()
    opened(page, "Weapons used")
    page.get_by_role("checkbox", name="Duelling sabre").wait_for()
    assert page.get_by_role("checkbox", name="Bolt pistol").count() == 0


def test_damage_goes_first_to_whom_it_is_said(page):
    page.goto("/odds?attacker=Lychguard&target=Tormentors&phase=fight")
    page.get_by_text("unit destroyed").wait_for()
    opened(page, "Who takes damage first")
    page.get_by_role("button", name="Obsessionist first").press("Enter")  # four Tormentors come first untold
    page.get_by_role("button", name="Tormentor first").wait_for()
    page.wait_for_url(lambda url: "target.order=Obsessionist&target.order=Tormentor" in url)


def test_the_keyboard_goes_on_where_a_unit_was_picked(page):
    page.goto("/odds")
    field = page.get_by_label("Attacker: type a name", exact=True)
    field.fill("flawless")
    page.get_by_role("button", name="Flawless Blades").wait_for()
    field.press("Enter")
    page.get_by_role("button", name="Change the attacker").wait_for()
    page.wait_for_function("document.activeElement.ariaLabel == 'Change the attacker'")
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.ariaLabel == 'Attacker: type a name'")


def test_a_misspelt_name_offers_the_nearest(page):
    page.goto("/odds")
    field = page.get_by_label("Attacker: type a name", exact=True)
    field.fill("Flawlss Blads")
    page.get_by_text("No unit is called so; the closest:").wait_for()
    field.press("Enter")
    page.get_by_role("button", name="Change the attacker").wait_for()
    page.wait_for_url(lambda url: "attacker=Flawless+Blades" in url)


def test_a_line_of_a_list_is_a_unit_with_its_size_and_wargear(page):
    for line in ("10 Immortals with tesla carbines", "Immortals with tesla carbine x10"):
        page.goto("/odds?target=Lychguard")
        page.get_by_label("Attacker: type a name", exact=True).fill(line)
        page.get_by_role("button", name="Immortals").click()
        page.get_by_role("heading", name="10 × Immortals → 5 × Lychguard").wait_for()
        page.get_by_role("heading", name="Tesla carbine").wait_for()


def test_a_link_with_a_misspelt_name_offers_the_nearest(page):
    page.goto("/odds?attacker=Flawles+Blads&target=Lychguard&phase=fight")
    page.get_by_text("closest: Flawless Blades").first.wait_for()
    page.get_by_role("button", name="Take Flawless Blades").click()
    page.get_by_role("heading", name="3 × Flawless Blades → 5 × Lychguard").wait_for()


def test_a_link_without_a_game_seeks_in_that_of_its_unit(page):
    page.goto("/odds?attacker=Rhino")
    page.get_by_role("link", name="Rhino").wait_for()
    page.get_by_label("Target: type a name").fill("tank")
    page.get_by_role("button", name="Krios Battle Tank").wait_for()
    page.get_by_label("Target: type a name").fill("lychguard")
    page.get_by_text("No unit is called so").wait_for()


def test_a_number_of_wargear_that_is_too_large_becomes_the_most(page):
    page.goto("/odds?attacker=Necron+Warriors&target=Immortals&phase=shooting")
    page.get_by_text("unit destroyed").wait_for()
    opened(page, "Wargear options (1)")
    page.get_by_label("Gauss reaper").fill("70")
    page.get_by_label("Gauss reaper").blur()
    page.wait_for_url(lambda url: "loadout=10+Gauss+reaper" in url)


def test_back_leaves_the_page_after_a_look_at_the_answer_too(page):
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto("/library")
    page.goto("/odds?attacker=Infractors&target=Tormentors&phase=fight")
    page.locator("a.odds-glance").click()
    page.get_by_role("button", name="Swap sides").click()
    page.wait_for_url(lambda url: "attacker=Tormentors" in url)
    page.go_back()
    page.wait_for_url(lambda url: url.endswith("/library"))


def test_a_switch_keeps_the_keyboard_and_a_fault_names_a_part_of_the_page(page):
    page.goto("/odds?attacker=Infractors&target=Noise+Marines&phase=fight")
    switch = page.get_by_role("checkbox", name="It holds: the target is within range of an objective marker")
    switch.press("Space")
    page.wait_for_url(lambda url: "holding=the+target+is+within+range" in url)
    assert switch.evaluate("box => box.contains(document.activeElement)")
    opened(page, "Other modifiers")
    page.get_by_role("checkbox", name="+1 to hit").press("Space")
    page.wait_for_url(lambda url: "modifiers=" in url)
    page.get_by_role("checkbox", name="+1 to hit").press("Space")
    page.wait_for_url(lambda url: "modifiers=" not in url)
    page.goto("/odds?attacker=Infractors&target=Noise+Marines&phase=fight&with=Go+to+ground")
    page.get_by_text("Rules in play: ").first.wait_for()
    assert page.get_by_text("--with").count() == 0


def test_a_friend_nearby_is_added_and_what_its_aura_does_is_told(page):
    page.goto("/odds?attacker=Infractors&target=Lychguard&phase=fight&charged=1")
    page.get_by_text("unit destroyed").wait_for()
    opened(page, "Auras of friends nearby")
    page.get_by_label("A friend nearby: type a name").fill("daemon prince of sl")
    page.get_by_role("button", name="Daemon Prince of Slaanesh Emperor").click()
    page.get_by_text("Daemon Prince of Slaanesh: Excessive Vigour (Aura) acts").first.wait_for()
    page.wait_for_url(lambda url: "attacker.near=Daemon+Prince+of+Slaanesh" in url)
    page.get_by_role("button", name="Remove Daemon Prince of Slaanesh from nearby").click()
    page.wait_for_url(lambda url: "near=" not in url)
