/* Runs the tests of the page: they are TypeScript, which Node reads after esbuild has made them plain. */

import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const outfile = `${root}build/test/page.test.mjs`;
await build({ absWorkingDir: root, entryPoints: ["test/page.test.ts"], outfile, bundle: true, platform: "node", format: "esm" });
process.exitCode = spawnSync(process.execPath, ["--test", outfile], { stdio: "inherit" }).status ?? 1;
