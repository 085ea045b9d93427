import { Marked } from 'marked';
import type { Tokens } from 'marked';
import type { RenderedPage } from '../../src/server/docs/page';
import { escapeHtml } from '../../src/server/docs/page';

/** Markdown as our docs are written: headings get the anchors that links on code hosts expect, links stay relative. */
export function renderMarkdown(text: string): RenderedPage {
  const anchors = new Anchors();
  const sections: { id: string; text: string }[] = [];
  let title = '';
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text: source }: Tokens.Heading): string {
        const id = anchors.next(plain(source));
        if (depth === 1 && title === '') title = plain(source);
        if (depth === 2) sections.push({ id, text: plain(source) });
        return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${this.parser.parseInline(tokens)}</a></h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        // Pages link to each other as files, which is right on disk; served, the page has no extension.
        const target = /^[a-z]+:/i.test(href)
          ? href
          : href.replace(/(^|\/)README\.md/, '$1').replace(/\.md(?=#|$)/, '');
        return `<a href="${escapeHtml(target === '' ? './' : target)}">${this.parser.parseInline(tokens)}</a>`;
      },
      table(token: Tokens.Table): string {
        const head = token.header.map((cell) => `<th>${this.parser.parseInline(cell.tokens)}</th>`).join('');
        const rows = token.rows.map(
          (row) => `<tr>${row.map((cell) => `<td>${this.parser.parseInline(cell.tokens)}</td>`).join('')}</tr>`,
        );
        return `<div class="table"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>\n`;
      },
    },
  });
  const html = marked.parse(text, { async: false });
  return { title, html, sections };
}

/** Anchors by the rule of the big code hosts: lower case, punctuation dropped, blanks to hyphens, repeats numbered. */
class Anchors {
  readonly #used = new Map<string, number>();

  next(heading: string): string {
    const base = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    const count = this.#used.get(base) ?? 0;
    this.#used.set(base, count + 1);
    return count === 0 ? base : `${base}-${count}`;
  }
}

/** The text of a heading without its Markdown marks. */
function plain(source: string): string {
  return source.replace(/[`*]/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}
