// A file that is dropped on the form of a list is sent with it.
const form = (event) => event.target.closest("[data-drop]");
document.addEventListener("dragover", (event) => {
  if (!form(event)) return;
  event.preventDefault();
  form(event).classList.add("dropping");
});
document.addEventListener("dragleave", (event) => form(event)?.classList.remove("dropping"));
document.addEventListener("drop", (event) => {
  const target = form(event);
  if (!target || !event.dataTransfer.files.length) return;
  event.preventDefault();
  target.elements.file.files = event.dataTransfer.files;
  target.submit();
});
// The browser's back button shows what its address says.
addEventListener("popstate", () => location.reload());

// The rolls of a figure, beside the cell that was tapped; in a narrow window a sheet at its foot.
const GAP = 8, NARROW = 640;
// What was closed before its rolls came stays closed.
window.openPair = (place, told) => {
  const sheet = document.getElementById("pair");
  const cell = document.querySelector(`[data-pair="${place}"]`);
  const open = sheet?.matches(":popover-open");
  if (!sheet || (told && !open)) return;
  if (!open) sheet.showPopover();
  sheet.querySelector("#pair-title")?.focus({ preventScroll: true });
  sheet.style.left = sheet.style.top = "";
  if (!cell || innerWidth < NARROW) return;
  const at = cell.getBoundingClientRect(), { offsetWidth: width, offsetHeight: height } = sheet;
  const beside = at.right + GAP + width < innerWidth ? at.right + GAP : at.left - GAP - width;
  const below = at.bottom + GAP + height < innerHeight;
  sheet.style.left = `${Math.max(GAP, below ? Math.min(at.left, innerWidth - width - GAP) : beside)}px`;
  sheet.style.top = `${below ? at.bottom + GAP : Math.max(GAP, Math.min(at.top, innerHeight - height - GAP))}px`;
};
