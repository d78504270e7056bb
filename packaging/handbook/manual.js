// SPDX-License-Identifier: MIT
// Search in the manual: only what has all the words stays in sight, heading by heading, and they are marked.
const field = document.getElementById("search");
const told = document.getElementById("told");
const sections = [...document.querySelectorAll("main > section")];

// A part is a heading and what follows it up to the next one.
const parts = sections.flatMap((section) => {
  const found = [];
  for (const node of section.children) {
    if (/^H[2-6]$/.test(node.tagName) || !found.length) found.push({ section, nodes: [] });
    found.at(-1).nodes.push(node);
  }
  return found.map((part) => ({ ...part, text: part.nodes.map((node) => node.textContent).join(" ").toLowerCase() }));
});

function unmark() {
  for (const mark of document.querySelectorAll("main mark")) {
    const parent = mark.parentNode;
    mark.replaceWith(mark.textContent);
    parent.normalize();
  }
}

function markIn(node, words) {
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    const lower = text.data.toLowerCase();
    const word = words.find((each) => lower.includes(each));
    if (!word) continue;
    const at = text.splitText(lower.indexOf(word));
    at.splitText(word.length);
    const mark = document.createElement("mark");
    at.replaceWith(mark);
    mark.append(at);
  }
}

function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  unmark();
  for (const part of parts) {
    const fits = words.every((word) => part.text.includes(word));
    count += fits;
    for (const node of part.nodes) {
      node.hidden = !fits;
      if (fits && words.length) markIn(node, words);
    }
  }
  for (const section of sections) section.hidden = [...section.children].every((node) => node.hidden);
  told.textContent = words.length ? `${count} of ${parts.length} parts` : "";
}

field.addEventListener("input", search);
