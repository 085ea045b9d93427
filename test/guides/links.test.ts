import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { renderMarkdown } from '../../codegen/pages/markdown';
import { projectRoot } from '../../src/shared/project-root';

const root = projectRoot(__dirname);

/** Pages written by hand; the generated reference is checked with its generator. */
const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
  ...pagesIn('docs').filter((page) => !page.startsWith('docs/api/')),
  ...pagesIn('examples'),
];

describe('links of the documentation', () => {
  it.each(pages)('%s leads to files and headings that exist', (page) => {
    expect(linksOf(page).filter((link) => !leadsSomewhere(page, link))).toEqual([]);
  });

  it('reach every guide from the first page of the documentation', () => {
    const reached = linksOf('docs/README.md').map((link) => join('docs', link));

    expect(pagesIn('docs/guides').filter((guide) => !reached.includes(guide))).toEqual([]);
  });
});

function pagesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)));
}

/** Links within the project: code and addresses of other sites are left out. */
function linksOf(page: string): readonly string[] {
  const text = readFileSync(join(root, page), 'utf8').replace(/^```[^]*?^```$/gm, '');
  const plain = text.replace(/(?<!\[)`[^`\n]+`(?!\])/g, '');
  return [...plain.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link).filter((link) => !/^[a-z]+:/.test(link));
}

function leadsSomewhere(page: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? join(root, page) : join(root, dirname(page), file);
  if (!existsSync(target)) return false;
  return anchor === undefined || (statSync(target).isFile() && anchorsOf(target).has(anchor));
}

const known = new Map<string, ReadonlySet<string>>();

function anchorsOf(file: string): ReadonlySet<string> {
  const anchors =
    known.get(file) ??
    new Set(
      [...renderMarkdown(readFileSync(file, 'utf8')).html.matchAll(/<h\d id="([^"]+)"/g)].map(([, id = '']) => id),
    );
  known.set(file, anchors);
  return anchors;
}
