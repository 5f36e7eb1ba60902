"use strict";
// The index of blogs: a filter by words, columns that sort. Without this script the page is whole, only still.
(() => {
  const form = document.getElementById("filter");
  if (form) {
    const words = document.getElementById("words");
    const shown = document.getElementById("shown");
    const rows = [...document.querySelectorAll("tr[data-words]")];
    const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
    const apply = () => {
      const wanted = plain(words.value).split(/\s+/).filter(Boolean);
      let count = 0;
      for (const row of rows) {
        const fits = wanted.every((word) => row.dataset.words.includes(word));
        row.hidden = !fits;
        count += fits;
      }
      for (const section of document.querySelectorAll("main section")) {
        section.hidden = !section.querySelector("tr[data-words]:not([hidden])");
      }
      shown.textContent = wanted.length ? `${count} of ${rows.length} blogs` : "";
    };
    form.hidden = false;
    form.addEventListener("submit", (event) => event.preventDefault());
    words.addEventListener("input", apply);
    apply();
  }
  for (const table of document.querySelectorAll("table.blogs")) {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, at) => {
      if (!head.dataset.sort) return;
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = head.textContent;
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") !== "descending";
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const key = (row) => row.cells[at].dataset.key ?? row.cells[at].textContent.trim().toLowerCase();
        const order = head.dataset.sort === "number" ? (a, b) => key(a) - key(b) : (a, b) => key(a).localeCompare(key(b));
        const rows = [...table.tBodies[0].rows].sort((a, b) => (down ? order(b, a) : order(a, b)));
        table.tBodies[0].append(...rows);
      });
    });
  }
  const today = document.querySelector("[data-today]");
  if (today) {
    const now = new Date();
    const name = `${String(now.getMonth() + 1).padStart(2, "0")}-${String(now.getDate()).padStart(2, "0")}`;
    today.querySelector("a").href = `${name}.html`;
    today.hidden = false;
  }
})();
