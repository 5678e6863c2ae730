// The theme switch; other pieces of behaviour that need no server.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-theme-switch]");
  if (!button) return;
  const root = document.documentElement;
  const theme = root.dataset.theme === "dark" ? "light" : "dark";
  root.dataset.theme = theme;
  document.cookie = `theme=${theme}; path=/; max-age=31536000; samesite=lax`;
  if (window.Quasar) window.Quasar.Dark.set(theme === "dark");
});

// An open choice holds its options in a box that Quasar lets be focused, which assistive technology takes for an
// option without a role. Menus are put at the end of the page, each in a portal of its own.
const unfocused = (portal) =>
  portal.querySelectorAll("[role=listbox] > .q-virtual-scroll__content[tabindex]").forEach((box) => box.removeAttribute("tabindex"));
new MutationObserver((changes) => {
  for (const portal of changes.flatMap((change) => [...change.addedNodes])) {
    if (!portal.id?.startsWith("q-portal--menu")) continue;
    unfocused(portal);
    new MutationObserver(() => unfocused(portal)).observe(portal, { childList: true, subtree: true });
  }
}).observe(document.body, { childList: true });
