/* Runs the tests of the page: they are TypeScript, which Node reads after esbuild has made them plain. */

import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
// Outside of the build folder: all that stands there goes into the wheel.
const folder = mkdtempSync(join(tmpdir(), "page-test-"));
try {
  const outfile = join(folder, "page.test.mjs");
  await build({ absWorkingDir: root, entryPoints: ["test/page.test.ts"], outfile, bundle: true, platform: "node", format: "esm" });
  process.exitCode = spawnSync(process.execPath, ["--test", outfile], { stdio: "inherit" }).status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
