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
