"use strict";
// Search over all titles without a server: index files are loaded as scripts, so that it works from a folder, too.
// search/SHARD.js holds, for each blog, words and the numbers of the titles that have them;
// search/titles/BLOG-PART.js the titles themselves. How words are made is told in search_index.py and must be the same here.
(() => {
  const form = document.getElementById("search");
  const input = document.getElementById("q");
  const status = document.getElementById("found");
  const results = document.getElementById("results");
  const MOST = 100;
  const PART = 500;
  const waiting = new Map();
  const asked = new Map();
  window.backfile = (name, data) => waiting.get(name)?.(data);
  const load = (name) => {
    if (!asked.has(name)) {
      asked.set(name, new Promise((done) => {
        waiting.set(name, done);
        const script = document.createElement("script");
        script.src = `search/${name}.js`;
        script.onerror = () => done({}); // no title has such a word
        document.head.append(script);
      }));
    }
    return asked.get(name);
  };
  const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u;
  const words = (text) => {
    const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().normalize("NFKC");
    const found = [];
    for (const run of plain.match(/[\p{L}\p{N}]+/gu) ?? []) {
      for (const part of run.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+|[^\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+/gu)) {
        if (CJK.test(part)) found.push(...[...part]);
        else found.push(part);
      }
    }
    return [...new Set(found)];
  };
  const shard = (word) => {
    const signs = [...word];
    if (!/^[a-z0-9]$/.test(signs[0])) return `u${signs[0].codePointAt(0) % 64}`;
    return signs[0] + (signs.length > 1 && /^[a-z0-9]$/.test(signs[1]) ? signs[1] : "_");
  };
  const having = async (word) => {
    const hits = new Set();
    for (const [blog, held] of Object.entries(await load(shard(word)))) {
      for (const [known, numbers] of Object.entries(held)) {
        if (known.startsWith(word)) for (const number of numbers) hits.add(`${blog} ${number}`);
      }
    }
    return hits;
  };
  const show = (posts, count) => {
    status.textContent = count > posts.length ? `${count} posts, the newest ${posts.length} of those looked at are shown` : `${count} posts`;
    results.replaceChildren(...posts.map(([url, title, date, slug, name]) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.textContent = title;
      link.rel = "noopener";
      if (/^https?:/.test(url)) link.href = url;
      const from = document.createElement("span");
      from.className = "from";
      const blog = document.createElement("a");
      blog.href = `blogs/${slug}/index.html`;
      blog.textContent = name;
      from.append(` ${date} `, blog);
      item.append(link, from);
      return item;
    }));
  };
  let turn = 0;
  const search = async () => {
    const mine = ++turn;
    const wanted = words(input.value);
    if (!wanted.length) {
      status.textContent = "";
      results.replaceChildren();
      return;
    }
    const lists = await Promise.all(wanted.map(having));
    const [first, ...rest] = lists.sort((a, b) => a.size - b.size);
    const hits = [...first].filter((hit) => rest.every((list) => list.has(hit)));
    // the highest numbers of a blog are its newest posts
    hits.sort((a, b) => Number(b.split(" ")[1]) - Number(a.split(" ")[1]));
    const posts = await Promise.all(hits.slice(0, MOST).map(async (hit) => {
      const [blog, number] = hit.split(" ").map(Number);
      const data = await load(`titles/${blog}-${Math.floor(number / PART)}`);
      const post = data.posts?.[number % PART];
      return post ? [...post, data.slug, data.name] : null;
    }));
    if (mine !== turn) return;
    show(posts.filter(Boolean).sort((a, b) => (a[2] < b[2] ? 1 : a[2] > b[2] ? -1 : 0)), hits.length);
  };
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    search();
  });
  let timer = 0;
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(search, 150);
  });
  input.value = new URLSearchParams(location.search).get("q") ?? "";
  if (input.value) search();
})();
