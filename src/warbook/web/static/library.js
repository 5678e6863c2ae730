// What a reader has opened stays open when the texts of a page arrive and take its place.
(() => {
  const opened = new Set();
  const key = (details) => {
    const outer = details.parentElement.closest("details, section");
    const head = outer ? outer.querySelector("summary, h2") : null;
    return (head ? head.textContent : "") + "\n" + details.querySelector("summary").textContent;
  };
  document.addEventListener("toggle", (event) => {
    if (!(event.target instanceof HTMLDetailsElement) || !event.target.isConnected) return;
    opened[event.target.open ? "add" : "delete"](key(event.target));
  }, true);
  const again = () => document.querySelectorAll("details.rule:not([open])").forEach((details) => {
    if (opened.has(key(details))) details.open = true;
  });
  new MutationObserver(() => opened.size && again()).observe(document, { childList: true, subtree: true });
})();
document.addEventListener("click", (event) => { if (event.target.closest("[data-print]")) window.print(); });
