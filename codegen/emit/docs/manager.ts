import type { ActionRow } from '../../../src/manager/actions/action-row';
import { actionTable } from '../../../src/manager/actions/action-table';
import { bridgeFields, channelFields } from '../../../src/manager/events/blocks';
import type { EventRow, Part } from '../../../src/manager/events/event-row';
import { allRows } from '../../../src/manager/events/event-table';
import { managerVersion } from '../../../src/manager/interface-version';
import type { Emitter } from '../emitter';
import { cell, code, tidy } from './markdown';

const banner =
  '<!-- Generated from src/manager by codegen/emit/docs/manager.ts. Do not edit; run: npm run generate -->';

/** The reference of the manager interface, from the tables that it works by. */
export const emitManagerDocs: Emitter = (_model, templates) => {
  const page = (name: string, view: object) => ({
    path: `docs/manager/${name}.md`,
    text: tidy(templates.render(`docs-manager-${name}`, { banner, version: managerVersion, ...view })),
  });
  return [
    page('actions', { actions: byName(actionTable).map(actionView) }),
    page('events', {
      events: byName(allRows()).map(eventView),
      channel: table(['Field', 'Meaning', 'Since'], channelFields.map(blockRow)),
      bridge: table(['Field', 'Meaning', 'Since'], bridgeFields.map(blockRow)),
    }),
  ];
};

function byName<Row extends { readonly name: string }>(rows: readonly Row[]): Row[] {
  return [...rows].sort((one, other) => (one.name < other.name ? -1 : 1));
}

function actionView({ name, description, classes, since, parameters, answer }: ActionRow) {
  const rows = Object.values(parameters).map((parameter) => [
    `${code(parameter.name)}${parameter.isRequired ? ' (required)' : ''}`,
    parameter.type,
    parameter.description,
  ]);
  return {
    name,
    description,
    since,
    answer,
    classes: classes.length === 0 ? 'none' : classes.map(code).join(' or '),
    parameters: rows.length === 0 ? '' : table(['Parameter', 'Type', 'Meaning'], rows),
  };
}

function eventView<Event>({ name, description, class: of, since, parts }: EventRow<Event>) {
  return {
    name,
    description,
    since,
    class: code(of),
    parts:
      parts.length === 0
        ? ''
        : table(
            ['Field', 'Meaning', 'Since'],
            parts.map((part) => partRow(part, since)),
          ),
  };
}

function partRow<Event>(part: Part<Event>, since: string): string[] {
  switch (part.kind) {
    case 'channel':
    case 'bridge': {
      const prefix = part.prefix === '' ? '' : `, each name with ${code(part.prefix)} in front`;
      return [`block of a ${part.kind}${prefix}`, '', since];
    }
    case 'field':
      return [code(part.name), part.description, part.since ?? since];
    case 'fields':
      return ['…', part.description, since];
  }
}

function blockRow([name, description, since = '2.1.0']: readonly [string, string, string?]): string[] {
  return [code(name), description, since];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
