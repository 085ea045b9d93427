import { coreContents } from '../../../src/composition/module-contents/core-contents';
import { moduleDefinitions } from '../../../src/composition/module-contents/definitions';
import { applicationReference } from '../../../src/dialplan/reference/application-reference';
import { functionReference } from '../../../src/dialplan/reference/function-reference';
import type {
  ApplicationReference,
  ApplicationSection,
  FunctionSection,
  Texts,
} from '../../../src/dialplan/reference/reference';
import { cell, code, tidy } from './markdown';
import type { Emitter } from '../emitter';

const banner =
  '<!-- Generated from src/dialplan/reference/ by codegen/emit/docs/dialplan.ts. Do not edit; run: npm run generate -->';

/** The page on the dialplan, with everything that is said of its applications and functions: nothing is left out. */
export const emitDialplanDocs: Emitter = (_model, templates) => {
  demandAll('applications', applicationReference);
  demandAll('functions', functionReference);
  const text = templates.render('docs-dialplan', {
    banner,
    applications: applicationReference.map(applicationView),
    functions: functionReference.map(functionView),
  });
  return { path: 'docs/dialplan.md', text: tidy(text) };
};

function demandAll(kind: 'applications' | 'functions', sections: readonly { readonly entries: object }[]): void {
  const explained = new Set(sections.flatMap(({ entries }) => Object.keys(entries)));
  const missing = [
    ...coreContents[kind],
    ...Object.values(moduleDefinitions).flatMap(({ contents }) => contents[kind] ?? []),
  ].filter((name) => !explained.has(name));
  if (missing.length > 0)
    throw new Error(`src/dialplan/reference does not explain these ${kind}: ${missing.join(', ')}`);
}

function applicationView({ title, entries }: ApplicationSection) {
  return {
    title,
    entries: Object.entries(entries).map(([name, entry]) => ({
      name,
      usage: `${code(`${name}(${entry.syntax})`)}${moduleRemark(name)}`,
      about: entry.about,
      table: table(['', 'Name', 'Meaning'], rowsOf(entry)),
    })),
  };
}

function rowsOf({ arguments: given, options, results }: ApplicationReference): string[][] {
  const rows = (kind: string, texts: Texts = {}): string[][] =>
    Object.entries(texts).map(([name, text], index) => [index === 0 ? kind : '', codes(name), text]);
  return [...rows('argument', given), ...rows('option', options), ...rows('variable', results)];
}

function functionView({ title, entries }: FunctionSection) {
  const all = Object.entries(entries);
  return {
    title,
    table: table(
      ['Function', 'Access', 'What it is', 'Module'],
      all.map(([name, { syntax, access, about }]) => [
        code(`${name}(${syntax})`),
        access,
        about,
        code(moduleOf(name) ?? '–'),
      ]),
    ),
    details: all.flatMap(([name, { arguments: given }]) =>
      given === undefined
        ? []
        : [
            {
              name: code(name),
              table: table(
                ['Argument', 'Meaning'],
                Object.entries(given).map(([item, text]) => [codes(item), text]),
              ),
            },
          ],
    ),
  };
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  return [titles, titles.map(() => '---'), ...rows.map((row) => row.map(cell))]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** Several names that share a text stand apart. */
function codes(names: string): string {
  return names.split(', ').map(code).join(', ');
}

function moduleRemark(name: string): string {
  const module = moduleOf(name);
  return module === undefined ? ' – part of every server' : ` – module ${code(module)}`;
}

function moduleOf(name: string): string | undefined {
  return Object.entries(moduleDefinitions).find(([, { contents }]) =>
    [...(contents.applications ?? []), ...(contents.functions ?? [])].includes(name),
  )?.[0];
}
