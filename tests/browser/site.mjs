// The static site in a real browser, from a folder: what it says, keyboard, dark mode, phone width, and what axe-core finds.
//
//     node site.mjs FOLDER [CHROMIUM]
//
// FOLDER is a site that `backfile site` wrote. Ends with 1 where something is not as it should be; leaves screenshots in FOLDER/../shots.
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { chromium } from "playwright-core";

const folder = resolve(process.argv[2]);
const shots = join(folder, "..", "shots");
mkdirSync(shots, { recursive: true });
const axe = readFileSync(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"];
const first = (path) => readdirSync(join(folder, path)).filter((name) => !name.startsWith(".")).sort();
const blog = `blogs/${first("blogs")[0]}/index.html`;
const year = first("years").filter((name) => /^\d{4}$/.test(name)).at(-1);
const month = first(`years/${year}`).find((name) => /^\d\d\.html$/.test(name));
const day = first("days").find((name) => /^\d\d-\d\d\.html$/.test(name));
const pages = ["index.html", blog, "years/index.html", `years/${year}/index.html`, `years/${year}/${month}`, "days/index.html", `days/${day}`, "topics/index.html", "search.html"];
const faults = [];
const must = (holds, words) => {
  console.log(`${holds ? "ok" : "NOT"}  ${words}`);
  if (!holds) faults.push(words);
};

const browser = await chromium.launch({ executablePath: process.argv[3] ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-dev-shm-usage"] });
const looks = {
  light: { viewport: { width: 1200, height: 900 } },
  dark: { viewport: { width: 1200, height: 900 }, colorScheme: "dark" },
  phone: { viewport: { width: 360, height: 740 } },
};
for (const [look, options] of Object.entries(looks)) {
  const page = await browser.newPage(options);
  const said = [];
  page.on("pageerror", (error) => said.push(String(error)));
  page.on("dialog", (dialog) => {
    said.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  for (const name of pages) {
    await page.goto(`file://${folder}/${name}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    await page.screenshot({ path: join(shots, `${look}-${name.replaceAll("/", "_")}.png`) });
    const found = await page.evaluate(async ([source, only]) => {
      (0, eval)(source);
      return (await axe.run(document, { runOnly: only })).violations.map((one) => `${one.id}: ${one.nodes[0].html}`);
    }, [axe, rules]);
    must(!found.length, `${look} ${name}: axe-core finds ${found.length ? found.join("; ") : "nothing"}`);
    must(!wide, `${look} ${name}: nothing is wider than the window`);
  }
  must(!said.length, `${look}: no script fails and none of a stranger's runs ${said.join("; ")}`);
  await page.close();
}

const page = await browser.newPage(looks.light);
await page.goto(`file://${folder}/index.html`);
const rows = await page.$$eval("tr[data-words]", (all) => all.length);
await page.fill("#words", "no-such-blog-anywhere");
must((await page.textContent("#shown")) === `0 of ${rows} blogs`, "the filter hides what does not fit");
await page.fill("#words", "");
await page.keyboard.press("Tab");
must((await page.evaluate(() => document.activeElement.tagName)) === "BUTTON", "the columns are sorted by keyboard");
await page.keyboard.press("Enter");
must((await page.$$("[aria-sort=descending]")).length === 1, "a sorted column says so");

await page.goto(`file://${folder}/${blog}`);
const title = await page.$eval("ol.titles a", (link) => link.textContent.trim());
await page.goto(`file://${folder}/search.html`);
await page.fill("#q", title);
await page.waitForFunction((wanted) => [...document.querySelectorAll("#results li > a")].some((one) => one.textContent === wanted), title, { timeout: 10_000 }).catch(() => {});
must((await page.$$eval("#results li > a", (all) => all.map((one) => one.textContent))).includes(title), `the search finds "${title}"`);
await page.fill("#q", "zzzzqqqq");
await page.waitForFunction(() => document.querySelector("#found").textContent === "0 posts", null, { timeout: 10_000 }).catch(() => {});
must((await page.textContent("#found")) === "0 posts", "the search says when it finds nothing");
await browser.close();
process.exit(faults.length ? 1 : 0);
