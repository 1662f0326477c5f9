// The page's own icons, as lines on a grid of 24 by 24.

const PATHS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  people: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M2.5 20c0-4 3-6.5 6.5-6.5s6.5 2.5 6.5 6.5M16 4.5a3.2 3.2 0 0 1 0 6.2M18.5 14c2 1 3 3.2 3 6",
  traffic: "M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4",
  split: "M3.5 5h17v14h-17zM12 5v14",
  theme: "M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16",
  launch: "M4 8.5h16v9a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2zM7.5 8.5l2-4h5l2 4M12 12v4M10 14h4",
  shrink: "M3.5 5h17v14h-17zM12.5 12.5h5v4h-5z",
  phone: "M7.5 3h9v18h-9zM11 18.5h2",
  close: "M6 6l12 12M18 6L6 18",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6",
  hash: "M9.5 4l-2 16M16.5 4l-2 16M4.5 9h16M3.5 15h16",
  thread: "M6 4v9a4 4 0 0 0 4 4h9M15 13l4 4-4 4",
  bin: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5",
  down: "M6 9.5l6 6 6-6",
  tick: "M5 12.5l4.5 4.5L19 7",
  file: "M6 3h8l5 5v13H6zM14 3v5h5",
  send: "M4 12l16-8-5 16-3.5-6.5z",
};

/** Draw an icon, which screen readers skip. */
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const drawing = document.createElementNS(space, "svg");
  const path = document.createElementNS(space, "path");
  drawing.setAttribute("viewBox", "0 0 24 24");
  drawing.setAttribute("class", "icon");
  drawing.setAttribute("aria-hidden", "true");
  path.setAttribute("d", PATHS[name]);
  drawing.append(path);
  return drawing;
}
