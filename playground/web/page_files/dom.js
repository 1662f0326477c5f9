// Small helpers to make elements. Text always goes in as text, never as markup.

/** Make an element: el("button", {type: "button", onclick}, "words", child, ...). */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") element.className = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && typeof value !== "string") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Draw a member's round picture: the first letter of the name on a colour made from it. */
export function face(name, bot = false) {
  const made = el("span", { class: bot ? "face bot" : "face", "aria-hidden": "true" }, name.slice(0, 1));
  made.style.setProperty("--hue", hue(name));
  return made;
}

/** Return a hue that is always the same for a name. */
function hue(text) {
  let sum = 0;
  for (const letter of text) sum = (sum * 185 + letter.codePointAt(0)) % 997;
  return (sum * 97) % 360; // well apart for the names that the playground uses
}

/** Draw an emoji of a component: a picture of the application's, or a character. */
export function emoji(value) {
  if (!value) return null;
  if (!value.id) return el("span", { class: "emoji" }, value.name);
  return el("img", { class: "emoji", src: `/emojis/${value.id}`, alt: `:${value.name}:` });
}
