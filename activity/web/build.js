/*
 * Builds the page into `build/`: `index.html`; `texts.json`, its own words; and in `web/` its script, style and letters under names with a hash of
 * their content, each also packed by brotli and gzip, which a server may send as they are.
 */

import { build } from "esbuild";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import subsetFont from "subset-font";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const OUT = join(HERE, "build");
const FONTS = join(HERE, "../../bot/face/art/fonts");

/* The letters of English and of most names. A font of them is a seventh of the whole; other letters are in a second
 * file, which a browser fetches when a name needs it (`unicode-range` in `page.css`). */
const LATIN = [
  ...Array.from({ length: 95 }, (_, n) => n + 0x20),
  ...Array.from({ length: 96 }, (_, n) => n + 0xa0),
  0x2013, 0x2014, 0x2018, 0x2019, 0x201c, 0x201d, 0x2026, 0x2212, 0x203a,
];
const OTHERS = Array.from({ length: 0x2000 - 0x100 }, (_, n) => n + 0x100);

/** Lets the style ask for `font:NotoSans-Bold-latin.woff2`: the project's own font, cut to those letters, as WOFF2. */
const fonts = {
  name: "fonts",
  setup(bundler) {
    bundler.onResolve({ filter: /^font:/ }, ({ path }) => ({ path: path.slice("font:".length), namespace: "font" }));
    bundler.onLoad({ filter: /.*/, namespace: "font" }, async ({ path }) => {
      const [, name, part] = /^(.*)-(latin|others)\.woff2$/.exec(path);
      const letters = String.fromCodePoint(...(part === "latin" ? LATIN : OTHERS));
      const file = join(FONTS, `${name}.ttf`);
      const contents = await subsetFont(await readFile(file), letters, { targetFormat: "woff2" });
      return { contents, loader: "file", watchFiles: [file] };
    });
  },
};

/* The marks of texts, as `locales/code_texts.py` finds them too: context, English, English for many. */
const MARKED = /(?<![\w.])(_|pgettext|ngettext)\(\s*("(?:[^"\\]|\\.)*")(?:,\s*("(?:[^"\\]|\\.)*"))?/g;

async function texts() {
  const found = new Map();
  for (const name of (await readdir(join(HERE, "src"))).sort()) {
    if (!/\.tsx?$/.test(name)) continue;
    for (const [, mark, first, second] of (await readFile(join(HERE, "src", name), "utf8")).matchAll(MARKED)) {
      const [a, b] = [JSON.parse(first), second ? JSON.parse(second) : ""];
      const text = mark === "pgettext" ? [a, b, ""] : mark === "ngettext" ? ["", a, b] : ["", a, ""];
      found.set(JSON.stringify(text), text);
    }
  }
  return [...found.values()];
}

await rm(OUT, { recursive: true, force: true });
await mkdir(OUT, { recursive: true });
const { metafile } = await build({
  absWorkingDir: HERE,
  entryPoints: { page: "src/main.tsx" },
  outdir: join(OUT, "web"),
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  entryNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "eof",
  define: { "process.env.NODE_ENV": '"production"' },
  metafile: true,
  plugins: [fonts],
});
const made = Object.keys(metafile.outputs).map((path) => basename(path));
const one = (pattern) => made.find((name) => pattern.test(name));
const html = (await readFile(join(HERE, "src/index.html"), "utf8"))
  .replace("{script}", `web/${one(/^page-.*\.js$/)}`)
  .replace("{style}", `web/${one(/^page-.*\.css$/)}`)
  .replace("{letters}", `web/${one(/^NotoSans-Regular-latin-.*\.woff2$/)}`)
  .replace("{bold}", `web/${one(/^NotoSans-Bold-latin-.*\.woff2$/)}`);
await writeFile(join(OUT, "index.html"), html);
await writeFile(join(OUT, "texts.json"), JSON.stringify(await texts()));

let total = 0;
for (const name of await readdir(join(OUT, "web"))) {
  const path = join(OUT, "web", name);
  const bytes = await readFile(path);
  let sent = bytes.length;
  if (!name.endsWith(".woff2")) {
    const packed = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
    await writeFile(`${path}.br`, packed);
    await writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    sent = packed.length;
  }
  total += name.includes("-others-") ? 0 : sent;
  console.log(`${String(sent).padStart(8)}  ${name}`);
}
console.log(`${String(total).padStart(8)}  bytes before the first picture`);
