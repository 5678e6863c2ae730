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
