// Pictures: sized to fit a message, and larger when pressed.

import { el } from "./dom.js";
import { icon } from "./icons.js";

const dialog = document.getElementById("lightbox");

const HIGHEST = 420; // pixels, as in the style sheet

/** Draw a picture that opens larger when pressed. Only files that the playground serves are shown. */
export function picture(media, description, kind = "") {
  const url = media.url;
  const own = url.startsWith(location.origin + "/") || url.startsWith("data:image/");
  if (!own) {
    return el("p", { class: "file" }, el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, description || url));
  }
  const alt = description || "";
  const image = el("img", {
    src: url, alt, loading: "lazy",
    width: media.width ? String(media.width) : null, height: media.height ? String(media.height) : null,
  });
  const button = el("button", {
    type: "button", class: `picture ${kind}`, "aria-label": alt ? null : "A picture without a description",
    onclick: () => enlarge(url, alt),
  }, image, alt ? el("span", { class: "alt", "aria-hidden": "true" }, "ALT") : null);
  if (!kind && media.width && media.height) {
    // its room is kept before it has come, so that nothing below it jumps
    const width = Math.min(media.width, (HIGHEST * media.width) / media.height);
    button.classList.add("sized");
    button.style.setProperty("--width", `${Math.round(width)}px`);
  }
  return button;
}

function enlarge(url, alt) {
  dialog.replaceChildren(
    el("figure", {}, el("img", { src: url, alt }), alt ? el("figcaption", {}, alt) : null),
    el("button", { type: "button", class: "tool", "aria-label": "Close", onclick: () => dialog.close() }, icon("close")));
  dialog.showModal();
}

// A press beside the picture closes it too.
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
