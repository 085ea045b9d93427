/** A page of the documentation as built, without the navigation. */
export interface RenderedPage {
  readonly title: string;
  readonly html: string;
  /** Second-level headings, for a table of contents. */
  readonly sections: readonly { readonly id: string; readonly text: string }[];
}

export interface NavigationEntry {
  readonly href: string;
  readonly text: string;
}

export interface NavigationGroup {
  readonly title: string;
  readonly entries: readonly NavigationEntry[];
}

/**
 * A whole page: navigation on the left, the text in the middle, its sections on the right. No scripts, fonts or other
 * hosts.
 */
export function layOut(page: RenderedPage, navigation: readonly NavigationGroup[], current: string): string {
  const groups = navigation.map(
    ({ title, entries }) =>
      `<h2>${escapeHtml(title)}</h2><ul>${entries.map((entry) => navigationItem(entry, current)).join('')}</ul>`,
  );
  const sections = page.sections.map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`).join('');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)} · Patchbay</title><style>${style}</style></head>
<body><nav><p class="name">Patchbay</p>${groups.join('')}</nav>
<main>${page.html}</main>
${sections === '' ? '' : `<aside><h2>On this page</h2><ul>${sections}</ul></aside>`}</body></html>
`;
}

function navigationItem({ href, text }: NavigationEntry, current: string): string {
  return `<li><a href="${href}"${href === current ? ' aria-current="page"' : ''}>${escapeHtml(text)}</a></li>`;
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const style = `
:root { color-scheme: light dark; --ink: #1d2430; --soft: #5b6675; --line: #dfe3e8; --paper: #fff; --tint: #f5f7f9; --accent: #0b6bcb; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e3e7ec; --soft: #9aa6b4; --line: #313a45; --paper: #14181d; --tint: #1c2229; --accent: #6cb2ff; }
}
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: 15rem minmax(0, 1fr) 15rem; font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
nav, aside { padding: 1.5rem; font-size: .9rem; position: sticky; top: 0; height: 100vh; overflow-y: auto; }
nav { border-right: 1px solid var(--line); background: var(--tint); }
nav .name { font-weight: 700; font-size: 1.15rem; margin: 0 0 1rem; }
nav h2, aside h2 { font-size: .75rem; text-transform: uppercase; letter-spacing: .06em; color: var(--soft); margin: 1.25rem 0 .4rem; }
nav ul, aside ul { list-style: none; margin: 0; padding: 0; }
nav li, aside li { padding: .12rem 0; overflow-wrap: anywhere; }
nav [aria-current] { font-weight: 650; color: var(--ink); }
main { padding: 2rem 2.5rem 6rem; max-width: 68rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 1rem; }
main h2 { margin: 2.6rem 0 .8rem; padding-top: 1.2rem; border-top: 1px solid var(--line); font-size: 1.35rem; }
main h3 { margin: 2rem 0 .6rem; font-size: 1.1rem; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
a.anchor { color: inherit; }
code { font: .88em ui-monospace, monospace; background: var(--tint); padding: .1em .3em; border-radius: 4px; overflow-wrap: break-word; }
pre { background: var(--tint); border: 1px solid var(--line); border-radius: 8px; padding: .9rem 1rem; overflow-x: auto; }
pre code { background: none; padding: 0; overflow-wrap: normal; }
.table { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-size: .92rem; min-width: 100%; }
th { text-align: left; font-size: .8rem; color: var(--soft); border-bottom: 2px solid var(--line); padding: .35rem .8rem .35rem 0; white-space: nowrap; }
td:first-child code { white-space: nowrap; }
td { vertical-align: top; border-bottom: 1px solid var(--line); padding: .45rem .8rem .45rem 0; }
blockquote { margin: 1rem 0; padding: .1rem 1rem; border-left: 3px solid var(--line); color: var(--soft); }
@media (max-width: 1200px) { body { grid-template-columns: 15rem minmax(0, 1fr); } aside { display: none; } }
@media (max-width: 760px) { body { display: block; } nav { position: static; height: auto; } main { padding: 1.25rem; } }
`;
