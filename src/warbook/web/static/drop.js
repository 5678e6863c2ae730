// Files that are dropped on any page, or chosen on the page of imports, are sent with their progress shown.
(() => {
  const hasFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  let over = 0;
  const mark = (on) => document.documentElement.classList.toggle("dropping", on);

  document.addEventListener("dragenter", (event) => { if (hasFiles(event)) { over += 1; mark(true); } });
  document.addEventListener("dragleave", (event) => {
    if (hasFiles(event)) { over = Math.max(0, over - 1); mark(over > 0); }
  });
  document.addEventListener("dragover", (event) => { if (hasFiles(event)) event.preventDefault(); });
  document.addEventListener("drop", async (event) => {
    if (!hasFiles(event) || event.defaultPrevented) return;
    event.preventDefault();
    over = 0;
    mark(false);
    send(await dropped(event.dataTransfer));
  });
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "import-form") return;
    event.preventDefault();
    send([...event.target.querySelector("[name=files]").files].map((file) => [file.name, file]));
  });
  document.addEventListener("change", (event) => {
    if (!event.target.matches?.("[webkitdirectory]")) return;
    send([...event.target.files].map((file) => [file.webkitRelativePath || file.name, file]));
  });
  const offerFolder = () => {
    const choice = document.querySelector(".act.folder[hidden]");
    if (choice && "webkitdirectory" in HTMLInputElement.prototype) choice.hidden = false;
  };
  new MutationObserver(offerFolder).observe(document.body, { childList: true, subtree: true });
  offerFolder();

  async function dropped(transfer) {
    const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    if (!entries.length) return [...transfer.files].map((file) => [file.name, file]);
    return (await Promise.all(entries.map((entry) => inside(entry)))).flat();
  }
  async function inside(entry) {
    if (entry.isFile) {
      return [[entry.fullPath.replace(/^\//, ""), await new Promise((done, failed) => entry.file(done, failed))]];
    }
    const reader = entry.createReader(), found = [];
    for (;;) {
      const part = await new Promise((done, failed) => reader.readEntries(done, failed));
      if (!part.length) break;
      found.push(...part);
    }
    return (await Promise.all(found.map(inside))).flat();
  }

  function box() {
    const made = document.createElement("div");
    made.className = "sending";
    made.setAttribute("role", "status");
    made.append(document.createElement("p"), document.createElement("progress"), document.createElement("button"));
    made.querySelector("progress").setAttribute("aria-label", "Sent");
    made.querySelector("button").type = "button";
    document.body.append(made);
    return made;
  }

  function send(files) {
    if (!files.length) return;
    const form = new FormData();
    for (const [name, file] of files) form.append("files", file, name);
    const shown = box(), [text, bar, button] = shown.children, asks = new XMLHttpRequest();
    const what = files.length === 1 ? files[0][0] : `${files.length} files`;
    const fail = (why) => {
      text.textContent = `Not added: ${why}`;
      bar.remove();
      button.textContent = "Close";
      button.onclick = () => shown.remove();
    };
    text.textContent = `Sending ${what} …`;
    button.textContent = "Stop";
    button.onclick = () => asks.abort();
    asks.upload.onprogress = (event) => {
      if (!event.lengthComputable) return;
      bar.max = event.total;
      bar.value = event.loaded;
    };
    asks.upload.onload = () => { text.textContent = `Sent ${what}, being read …`; };
    asks.onload = () => {
      let told = {};
      try { told = JSON.parse(asks.responseText); } catch { /* told below */ }
      if (asks.status === 200 && told.import) location.assign(told.import);
      else fail(told.error?.expected ?? "the site did not take it");
    };
    asks.onerror = () => fail("the site was not reached");
    asks.onabort = () => shown.remove();
    asks.open("POST", "/import");
    asks.setRequestHeader("Accept", "application/json");
    asks.send(form);
  }
})();
