/** Style and script of the documentation. */

export const siteStyle = `
:root { color-scheme: light dark; --ink: #1c2127; --soft: #57616c; --line: #dfe4e9; --paper: #fff; --tint: #f5f7f9; --link: #0b5cad; --mark: #fff2b8; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ec; --soft: #9aa5b1; --line: #2d343c; --paper: #14181c; --tint: #1b2127; --link: #7ab8ff; --mark: #4d4213; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
a { color: var(--link); text-underline-offset: .15em; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 1rem; z-index: 3; background: var(--paper); padding: .5rem 1rem; }
header { position: sticky; top: 0; z-index: 2; display: flex; gap: 1rem; align-items: center; padding: .6rem 1.25rem; background: var(--paper); border-bottom: 1px solid var(--line); }
.brand { font-weight: 650; color: inherit; text-decoration: none; letter-spacing: -.01em; }
.away { margin-left: auto; white-space: nowrap; }
search { position: relative; flex: 0 1 24rem; }
#search { width: 100%; font: inherit; color: inherit; background: var(--tint); border: 1px solid var(--line); border-radius: 8px; padding: .4rem .75rem; }
#found { position: absolute; top: 100%; left: 0; width: min(34rem, 92vw); max-height: 70vh; overflow: auto; margin: .35rem 0 0; padding: .35rem; list-style: none; background: var(--paper); border: 1px solid var(--line); border-radius: 10px; box-shadow: 0 8px 30px rgb(0 0 0 / .18); }
#found a { display: block; padding: .45rem .6rem; border-radius: 7px; color: inherit; text-decoration: none; }
#found a:hover, #found a:focus { background: var(--tint); outline: none; }
#found small { display: block; color: var(--soft); line-height: 1.35; overflow-wrap: anywhere; }
#found p { margin: .5rem .6rem; color: var(--soft); }
mark { background: var(--mark); color: inherit; }
.frame { display: grid; grid-template-columns: 14rem minmax(0, 46rem) 13rem; gap: 2.5rem; max-width: 82rem; margin: 0 auto; padding: 0 1.25rem; }
nav, aside { position: sticky; top: 3.6rem; align-self: start; max-height: calc(100vh - 3.6rem); overflow: auto; padding: 1.75rem 0 1.75rem .6rem; font-size: .94rem; }
nav summary { display: none; }
nav h2, aside h2 { font-size: .78rem; text-transform: uppercase; letter-spacing: .06em; color: var(--soft); margin: 1.4rem 0 .35rem; }
nav h2:first-of-type, aside h2 { margin-top: 0; }
nav ul, aside ul { list-style: none; margin: 0; padding: 0; }
nav li a, aside li a { display: block; padding: .18rem .6rem; margin-left: -.6rem; border-radius: 6px; color: inherit; text-decoration: none; }
nav li a:hover, aside li a:hover { background: var(--tint); }
nav a[aria-current] { background: var(--tint); color: var(--link); font-weight: 600; }
aside { color: var(--soft); }
main { padding: 1.75rem 0 4rem; min-width: 0; }
h1 { font-size: 1.85rem; line-height: 1.25; letter-spacing: -.015em; margin: 0 0 .75rem; }
h2 { font-size: 1.25rem; line-height: 1.35; margin: 2.4rem 0 .6rem; }
h3 { font-size: 1.04rem; margin: 1.8rem 0 .4rem; overflow-wrap: anywhere; }
p, main ul, main ol { margin: .7rem 0; }
main li { margin: .25rem 0; }
.anchor { color: inherit; text-decoration: none; }
.anchor:hover::after { content: " #"; color: var(--soft); }
code { font: .9em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; background: var(--tint); padding: .12em .32em; border-radius: 4px; overflow-wrap: anywhere; }
.code { position: relative; }
pre { background: var(--tint); border: 1px solid var(--line); border-radius: 9px; padding: .85rem 1rem; overflow-x: auto; line-height: 1.5; }
pre code { background: none; padding: 0; overflow-wrap: normal; font-size: .86rem; }
.copy { position: absolute; top: .4rem; right: .4rem; font: inherit; font-size: .78rem; color: var(--soft); background: var(--paper); border: 1px solid var(--line); border-radius: 6px; padding: .1rem .5rem; cursor: pointer; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .93rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .9rem .45rem 0; border-bottom: 1px solid var(--line); min-width: 6rem; }
th { font-size: .8rem; color: var(--soft); font-weight: 600; }
.right { text-align: right; }
.soft { color: var(--soft); }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: .8rem; padding: 0; list-style: none; }
.cards a { display: block; height: 100%; padding: .9rem 1rem; border: 1px solid var(--line); border-radius: 10px; color: inherit; text-decoration: none; }
.cards a:hover { border-color: var(--link); }
.cards strong { display: block; color: var(--link); }
.cards span { color: var(--soft); font-size: .93rem; }
.method { display: inline-block; min-width: 4.2rem; font: 600 .76rem ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; color: var(--soft); }
.entry { border-top: 1px solid var(--line); padding: .6rem 0 1rem; scroll-margin-top: 4rem; }
.entry:target { background: var(--tint); outline: .6rem solid var(--tint); }
.entry h3 { margin-top: .6rem; }
.facts { display: flex; flex-wrap: wrap; gap: .25rem 1rem; font-size: .9rem; color: var(--soft); }
footer { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 1rem; margin-top: 3.5rem; padding-top: 1.25rem; border-top: 1px solid var(--line); }
footer a small { display: block; color: var(--soft); }
footer p { flex-basis: 100%; margin: 0; font-size: .9rem; }
@media (max-width: 70rem) { .frame { grid-template-columns: 13rem minmax(0, 1fr); } aside { display: none; } }
@media (max-width: 48rem) {
  .frame { display: block; }
  nav { position: static; max-height: none; padding: .75rem 0 0; overflow: visible; }
  nav ul, nav h2 { margin-left: .6rem; }
  nav summary { display: block; cursor: pointer; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: 8px; }
  nav details[open] { border-bottom: 1px solid var(--line); padding-bottom: 1rem; }
  nav details[open] summary { margin-bottom: 1rem; }
  main { padding-top: 1.25rem; }
  header { gap: .75rem; padding: .5rem 1.25rem; }
  .away { display: none; }
  search { flex: 1; }
  h1 { font-size: 1.55rem; }
}
`;

/** The menu is open where there is room; the search looks for all words, titles first; code can be copied. */
export const siteScript = `'use strict';
const menu = document.getElementById('menu');
const narrow = matchMedia('(max-width: 48rem)');
const fitMenu = () => { menu.open = !narrow.matches; };
narrow.addEventListener('change', fitMenu);
fitMenu();

for (const pre of document.querySelectorAll('main pre')) {
  const box = document.createElement('div');
  box.className = 'code';
  pre.replaceWith(box);
  const button = document.createElement('button');
  button.className = 'copy';
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(pre.textContent);
      button.textContent = 'Copied';
    } catch {
      button.textContent = 'Select it by hand';
    }
    setTimeout(() => { button.textContent = 'Copy'; }, 1600);
  });
  box.append(pre, button);
}

const input = document.getElementById('search');
const list = document.getElementById('found');
let index = null;
input.hidden = false;
const load = async () => { index ??= fetch('/docs/search.json').then((answer) => answer.json()); return index; };
input.addEventListener('focus', load, { once: true });

function score(entry, words) {
  const title = entry.title.toLowerCase();
  const text = (entry.page + ' ' + entry.text).toLowerCase();
  let sum = 0;
  for (const word of words) {
    if (title.includes(word)) sum += title.startsWith(word) ? 12 : 8;
    else if (text.includes(word)) sum += 1;
    else return 0;
  }
  return sum;
}

function excerpt(text, words) {
  const at = Math.max(0, ...words.map((word) => text.toLowerCase().indexOf(word)));
  const from = Math.max(0, at - 50);
  return (from > 0 ? '…' : '') + text.slice(from, from + 150) + (text.length > from + 150 ? '…' : '');
}

async function look() {
  const words = input.value.toLowerCase().split(/\\s+/).filter(Boolean);
  if (words.length === 0) { list.hidden = true; return; }
  const entries = await load();
  const found = entries.map((entry) => ({ entry, rank: score(entry, words) })).filter(({ rank }) => rank > 0).sort((a, b) => b.rank - a.rank).slice(0, 12);
  list.replaceChildren(...found.map(({ entry }) => {
    const link = document.createElement('a');
    link.href = entry.href;
    const title = document.createElement('span');
    title.textContent = entry.title === entry.page ? entry.title : entry.title + ' · ' + entry.page;
    const small = document.createElement('small');
    small.textContent = excerpt(entry.text, words);
    link.append(title, small);
    const item = document.createElement('li');
    item.append(link);
    return item;
  }));
  if (found.length === 0) {
    const none = document.createElement('p');
    none.textContent = 'Nothing has all of these words.';
    list.append(none);
  }
  list.hidden = false;
}
input.addEventListener('input', look);

document.addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== input) { event.preventDefault(); input.focus(); return; }
  if (event.key === 'Escape') { list.hidden = true; input.blur(); return; }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp' || list.hidden) return;
  const links = [...list.querySelectorAll('a')];
  const next = links.indexOf(document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1);
  event.preventDefault();
  (links[next] ?? input).focus();
});
document.addEventListener('click', (event) => { if (!event.target.closest('search')) list.hidden = true; });
`;
