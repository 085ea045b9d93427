import type { EnumValues, Primitive, Since, TypeRef } from '../../model/interface-model';
import { compareVersions } from '../../../src/shared/text/version';
import type { GeneratedFile } from '../emitter';
import { cell, code, piecesOf, tidy } from './markdown';
import type { Site } from './site';

const banner = '<!-- Generated from api-docs/ by codegen/emit/docs.ts. Do not edit; run: npm run generate -->';

/** A column of a table: its heading, and how a row fills it on the page that is being written. */
export interface Column<Row> {
  readonly title: string;
  readonly text: (row: Row, page: Page) => string;
}

const primitives: Readonly<Record<Primitive, string>> = {
  string: 'string',
  'date-time': 'timestamp',
  binary: 'bytes',
  int32: 'integer',
  int64: 'integer (64 bit)',
  number: 'number',
  boolean: 'boolean',
  object: 'object',
  json: 'JSON',
};

/** One page of the reference: knows where it lies, so that whatever it writes can point at the other pages. */
export class Page {
  constructor(
    readonly site: Site,
    /** Below `docs/api`, such as `versions/1.0.0.md`. */
    readonly path: string,
  ) {}

  /** The finished file. */
  file(template: string, view: object): GeneratedFile {
    const text = this.render(template, { banner, ...view });
    return { path: `docs/api/${this.path}`, text: tidy(text) };
  }

  render(template: string, view: object): string {
    return this.site.templates.render(template, view);
  }

  /** A table without the columns that would stay empty; nothing at all when there are no rows. */
  table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
    const filled = columns
      .map(({ title, text }) => ({ title, cells: rows.map((row) => cell(text(row, this))) }))
      .filter(({ cells }) => cells.some((text) => text !== ''));
    if (filled.length === 0) return '';
    return [
      filled.map(({ title }) => title),
      filled.map(() => '---'),
      ...rows.map((_, index) => filled.map(({ cells }) => cells[index] ?? '')),
    ]
      .map((cells) => `| ${cells.join(' | ')} |`)
      .join('\n');
  }

  /** A path below `docs/api`, as seen from this page. */
  href(target: string): string {
    if (target.startsWith(`${this.path}#`)) return target.slice(this.path.length);
    return '../'.repeat(this.path.split('/').length - 1) + target;
  }

  /** A link to where the operation or model is described; the mere label for anything else. */
  linkTo(entry: string, label = entry): string {
    const place = this.#placeOf(entry);
    return place === undefined ? label : `[${label}](${this.href(place)})`;
  }

  version(version: string): string {
    return `[${version}](${this.href(`versions/${version}.md`)})`;
  }

  /** A text of the spec, in which the name of a model or an event, or a request, becomes a link to it. */
  prose(text: string): string {
    return piecesOf(text)
      .map((piece, index) => (index % 2 === 1 ? this.linkTo(piece, code(piece)) : this.#plain(piece)))
      .join('');
  }

  #plain(text: string): string {
    // Angle brackets would be taken for HTML. Only names of several words are sure to be meant as names.
    return text.replaceAll('<', '&lt;').replace(/\b[A-Z]\w*[A-Z]\w*\b/g, (word) => this.linkTo(word));
  }

  type(type: TypeRef): string {
    switch (type.kind) {
      case 'array':
        return `list of ${this.type(type.items)}`;
      case 'model':
        return this.linkTo(type.name);
      case 'primitive':
        return primitives[type.name];
    }
  }

  /** The values of an enum; those that came later than their owner stand together with their version. */
  values({ values, since }: EnumValues): string {
    const shown = (version: string | undefined) =>
      values
        .filter((value) => since.get(value) === version)
        .map((value) => code(value === '' ? '""' : value))
        .join(', ');
    const later = [...new Set(since.values())].sort(compareVersions);
    return [shown(undefined), ...later.map((version) => `since ${this.version(version)}: ${shown(version)}`)].join(
      '; ',
    );
  }

  /** A remark under a heading: `Since 1.0.0, changed in 2.0.0.` */
  since({ added, changed }: Since): string {
    const changes = changed.map((version) => this.version(version)).join(' and ');
    return `Since ${this.version(added)}${changes === '' ? '' : `, changed in ${changes}`}.`;
  }

  /** The same as a cell, where an entry as old as its owner needs no remark. */
  younger({ added, changed }: Since, owner: Since): string {
    const since = added === owner.added ? [] : [this.version(added)];
    return [...since, ...changed.map((version) => `changed ${this.version(version)}`)].join(', ');
  }

  /** On the page of its resource a model is described too; a reader should not be sent away from there. */
  #placeOf(entry: string): string | undefined {
    const nearby = this.site.nearby.get(entry);
    return nearby?.startsWith(`${this.path}#`) ? nearby : this.site.places.get(entry);
  }
}
