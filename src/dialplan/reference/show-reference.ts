import { closest } from '../../shared/text/closest';
import type { ApplicationReference, FunctionReference, ReferenceSection, Texts } from './reference';

type Entry = ApplicationReference | FunctionReference;
type Sections = readonly ReferenceSection<Entry>[];

/** All entries, a line each. */
export function listReference(sections: Sections): string {
  const names = sections.flatMap(({ entries }) => Object.keys(entries));
  const width = Math.max(...names.map((name) => name.length));
  return sections
    .map(({ title, entries }) =>
      [
        title,
        ...Object.entries(entries).map(
          ([name, { about }]) => `  ${name.padEnd(width)}  ${plain(firstSentence(about))}`,
        ),
      ].join('\n'),
    )
    .join('\n\n');
}

/** One entry in full, found in any case; undefined when there is none of that name. */
export function showReference(sections: Sections, wanted: string): string | undefined {
  for (const { entries } of sections)
    for (const [name, entry] of Object.entries(entries))
      if (name.toLowerCase() === wanted.toLowerCase()) return shown(name, entry);
  return undefined;
}

/** The message for an unknown name. */
export function noSuchEntry(kind: 'application' | 'function', wanted: string, sections: Sections): string {
  const near = closest(
    wanted,
    sections.flatMap(({ entries }) => Object.keys(entries)),
  );
  return `there is no ${kind} '${wanted}'${near === undefined ? '' : `; did you mean ${near}?`}`;
}

function shown(name: string, entry: Entry): string {
  const parts = [
    `${name}(${entry.syntax})${'access' in entry ? `  ${entry.access}` : ''}`,
    `  ${plain(entry.about)}`,
    ...block('arguments', entry.arguments),
    ...('access' in entry ? [] : [...block('options', entry.options), ...block('variables', entry.results)]),
  ];
  return parts.join('\n');
}

function block(title: string, texts: Texts = {}): string[] {
  const rows = Object.entries(texts);
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  return rows.length === 0
    ? []
    : ['', `  ${title}:`, ...rows.map(([name, text]) => `    ${name.padEnd(width)}  ${plain(text)}`)];
}

function firstSentence(text: string): string {
  return /^[^.]*\.(?=\s|$)/.exec(text)?.[0] ?? text;
}

/** Without the marks of Markdown, which only disturb in a terminal. */
function plain(text: string): string {
  return text.replaceAll('`', '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}
