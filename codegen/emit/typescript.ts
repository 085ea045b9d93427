import type { EnumValues, Operation, Primitive, Since, TypeRef } from '../model/interface-model';

const primitives: Readonly<Record<Primitive, string>> = {
  string: 'string',
  'date-time': 'string',
  binary: 'BinaryBody',
  int32: 'number',
  int64: 'number',
  number: 'number',
  boolean: 'boolean',
  object: 'JsonObject',
  json: 'JsonValue',
};

/** The TypeScript spelling of a type; an enum becomes a union of its values. */
export function typeText(type: TypeRef, values?: EnumValues): string {
  switch (type.kind) {
    case 'array': {
      const items = typeText(type.items, values);
      return `readonly ${items.includes(' ') ? `(${items})` : items}[]`;
    }
    case 'model':
      return type.name;
    case 'primitive':
      return values ? values.values.map(quote).join(' | ') : primitives[type.name];
  }
}

/** `ChannelsOriginate`: the stem of an operation's type names. */
export function stemOf({ resource, nickname }: Operation): string {
  return pascal(resource) + pascal(nickname);
}

export function pascal(text: string): string {
  return text
    .split('_')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
}

export function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** A property name as an object key: quoted only when it must be. */
export function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name);
}

/**
 * A doc comment. Paragraphs are wrapped; a text that would close the comment is defused. One short paragraph becomes a
 * single line.
 */
export function docComment(paragraphs: readonly (string | undefined)[], indent = ''): string {
  const present = paragraphs.filter((paragraph): paragraph is string => paragraph !== undefined && paragraph !== '');
  const safe = present.map((paragraph) => paragraph.replaceAll('*/', '*\\/'));
  const width = 116 - indent.length;
  const [only = ''] = safe;
  if (safe.length === 1 && only.length + 6 <= width && !only.includes('\n')) return `${indent}/** ${only} */`;
  const lines = safe.flatMap((paragraph, index) => [
    ...(index > 0 && needsGap(paragraph) ? [''] : []),
    ...paragraphLines(paragraph, width - 3),
  ]);
  return [`${indent}/**`, ...lines.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}`), `${indent} */`].join(
    '\n',
  );
}

/** List items and further tags stand below each other without blank lines. */
function needsGap(paragraph: string): boolean {
  return !paragraph.startsWith('@changed') && !paragraph.startsWith('- ');
}

function paragraphLines(paragraph: string, width: number): string[] {
  if (!paragraph.startsWith('- ')) return wrap(paragraph, width);
  return wrap(paragraph, width - 2).map((line, index) => (index === 0 ? line : `  ${line}`));
}

/** Tags for an entry younger than its owner, or changed since. */
export function sinceTags(since: Since, owner?: Since): string[] {
  const added = owner && owner.added === since.added ? [] : [`@since ${since.added}`];
  return [...added, ...since.changed.map((version) => `@changed ${version}`)];
}

export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/** The import lines for those of the names that the code really uses; comments do not count. None, or one. */
export function importUsed(code: string, names: readonly string[], from: string): string[] {
  const words = new Set(code.replace(/\/\*[^]*?\*\//g, '').match(/\w+/g));
  const used = names.filter((name) => words.has(name)).sort();
  if (used.length === 0) return [];
  const oneLine = `import type { ${used.join(', ')} } from '${from}';`;
  if (oneLine.length <= 120) return [oneLine];
  return ['import type {', ...used.map((name) => `  ${name},`), `} from '${from}';`];
}
