import { posix } from 'node:path';
import Ajv from 'ajv';
import { emitDocs } from '../../../codegen/emit/docs/pages';
import type { GeneratedFile } from '../../../codegen/emit/emitter';
import { inlined, typeSchema } from '../../../codegen/emit/schema';
import { makeTemplates } from '../../../codegen/emit/templates';
import { additionsOf } from '../../../codegen/model/additions';
import type { InterfaceModel, Model, Operation, Resource } from '../../../codegen/model/interface-model';
import { allProperties, eventsOf } from '../../../codegen/model/interface-model';
import { routes } from '../../../generated/routes';
import { pathValues, Router } from '../../../src/api/router';
import { describeFailure } from '../../../src/contract/describe-failure';
import type { JsonValue } from '../../../src/contract/json';
import { readParameters } from '../../../src/contract/read-parameters';
import type { Method } from '../../../src/contract/route';
import { realGeneration, realInput } from '../real-generation';

const input = realInput;
const { model, files } = realGeneration();
const pages = files.filter(({ path }) => path.startsWith('docs/api/'));
const operations = model.resources.flatMap((resource) => resource.operations);

describe('the reference pages', () => {
  it('begin with the banner and end with one newline, without blanks at the end of lines', () => {
    for (const { path, text } of pages) {
      const [first = ''] = text.split('\n');
      expect([path, first]).toEqual([path, expect.stringMatching(/^<!-- Generated from api-docs\/ by .* -->$/)]);
      expect([path, /[^\n]\n$/.test(text), /[ \t\r]$/m.test(text)]).toEqual([path, true, false]);
    }
  });

  it('are the same to the byte when they are emitted again', () => {
    expect(docsOf(model)).toEqual(docsOf(model));
  });

  it('link only to pages, anchors and files that exist', () => {
    expect(brokenLinks(pages, [...files, ...input.spec])).toEqual([]);
  });

  it('have tables whose rows are all as long as their heading', () => {
    const uneven = pages.flatMap(({ path, text }) => unevenRows(text).map((row) => `${path}: ${row}`));

    expect(uneven).toEqual([]);
  });

  it('stay small enough to be read on a code host', () => {
    const size = pages.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);

    expect(size).toBeLessThan(600_000);
  });

  it('describe every operation with its parameters, answers and modules', () => {
    for (const resource of model.resources) {
      for (const operation of resource.operations)
        expect(missingIn(sectionOf(resource, operation), operation)).toEqual([]);
    }
  });

  it('describe every model with its fields, the events on their own page', () => {
    const events = new Set(eventsOf(model.models));
    for (const entry of model.models) {
      const section = section3(textOf(events.has(entry) ? 'events.md' : 'models.md'), entry.name);
      const missing = entry.properties.filter(({ name }) => !section.includes(`| \`${name}\` |`));
      expect([entry.name, missing]).toEqual([entry.name, []]);
    }
  });

  it('name on the page of a version everything that the version brought', () => {
    for (const version of model.versions) {
      const text = textOf(`versions/${version}.md`);
      const { values, ...named } = additionsOf(model, version);
      const absent = Object.values(named)
        .flat()
        .filter((id) => !text.includes(`[${id}](../`));
      expect([version, absent]).toEqual([version, []]);
      expect(values.filter((id) => !text.includes(`\`${id.replace(/^.*?=/, '')}\``))).toEqual([]);
    }
  });

  it('list every error with the operations that answer it', () => {
    const text = textOf('errors.md');
    const rows = text.split('\n');
    for (const { id, errors } of operations) {
      for (const { code } of errors) {
        const start = rows.findIndex((row) => row.startsWith(`## ${code} `));
        const end = rows.findIndex((row, index) => index > start && row.startsWith('## '));
        const section = rows.slice(start, end === -1 ? undefined : end).join('\n');
        expect([id, code, section.includes(`[${id}](`)]).toEqual([id, code, true]);
      }
    }
  });

  it('tell how a model is used', () => {
    const section = section3(textOf('models.md'), 'ConfigTuple');

    expect(section).toContain('Answered by [server.getObject](server.md#getobject)');
    expect(section).toContain('Taken by [server.updateObject](server.md#updateobject)');
  });

  it('show an error message in the words that the server uses', () => {
    const originate = routes.find(({ operation }) => operation === 'channels.originate');
    const values = { endpoint: 'Local/party@default', app: 'hello', timeout: 'soon' };
    originate?.validate(values);
    const message = describeFailure(originate?.parameters ?? [], values, originate?.validate.errors ?? []);

    expect(textOf('README.md')).toContain(JSON.stringify({ message }));
  });
});

describe('the examples', () => {
  const router = new Router(routes);

  it.each(operations.map((operation) => [operation.id, operation] as const))(
    'for %s make a request that the server accepts',
    (id, operation) => {
      const { method, url, body } = requestOf(exampleIn(operation));
      const match = router.match(url.pathname.replace('/ari', ''));
      const entry = match?.entries.get(method);
      const params = readParameters(entry?.route.parameters ?? [], {
        path: entry ? pathValues(entry, match?.values ?? []) : {},
        query: url.searchParams,
        ...(body === undefined ? {} : { json: body }),
      });

      expect(entry?.route.operation).toBe(id);
      expect([params, entry?.route.validate(params)]).toEqual([params, true]);
    },
  );

  it.each(eventsOf(model.models).map((event) => [event.name, event] as const))(
    'for %s have the fields of the event and no others',
    (name, event) => {
      const [, json = ''] = /```json\n([^]*?)\n```/.exec(section3(textOf('events.md'), name)) ?? [];
      const ajv = new Ajv({ strict: false });
      const example = JSON.parse(json) as JsonValue;

      expect([ajv.validate(closedSchema(event), example), ajv.errors]).toEqual([true, null]);
      expect(example).toMatchObject({ type: name });
    },
  );

  it('put an object into the state that its description tells of', () => {
    const section = section3(textOf('events.md'), 'PlaybackContinuing');

    expect(section).toContain('"state": "continuing"');
    expect(section).toContain('"next_media_uri"');
  });
});

describe('texts of the spec', () => {
  it('cannot end a table cell, break its line or bring in HTML', () => {
    const emitted = docsOf(withOperation('channels.hangup', { summary: 'Hang | up\n<b>now</b> `a|b`' }));
    const page = emitted.find(({ path }) => path === 'docs/api/channels.md')?.text ?? '';

    expect(page).toContain('| Hang \\| up &lt;b>now&lt;/b> `a\\|b` |');
    expect(unevenRows(page)).toEqual([]);
  });

  it('become links where they name an event, a model or a request', () => {
    const notes = 'See `StasisStart`, ChannelVarset and `POST /events/claim`, but not `Up`.';
    const emitted = docsOf(withOperation('channels.hangup', { notes }));
    const page = emitted.find(({ path }) => path === 'docs/api/channels.md')?.text ?? '';

    expect(page).toContain(
      'See [`StasisStart`](events.md#stasisstart), [ChannelVarset](events.md#channelvarset) and ' +
        '[`POST /events/claim`](events.md#claimchannel), but not `Up`.',
    );
  });

  it('keep their own anchors when a model is called like an operation', () => {
    const emitted = docsOf(withModelNamed('Hangup'));
    const page = emitted.find(({ path }) => path === 'docs/api/channels.md')?.text ?? '';

    expect(page).toContain('[hangup](#hangup)');
    expect(page).toContain('list of [Hangup](#hangup-1)');
    expect(brokenLinks(emitted, [...files, ...input.spec, ...emitted])).toEqual([]);
  });

  it('need no event socket to be documented', () => {
    const resources = model.resources.filter(({ name }) => name === 'mailboxes');
    const emitted = docsOf({ ...model, resources, models: resources.flatMap(({ models }) => models) });

    expect(emitted.map(({ path }) => path)).toContain('docs/api/mailboxes.md');
  });
});

function docsOf(changed: InterfaceModel): readonly GeneratedFile[] {
  return [emitDocs(changed, makeTemplates(input.templates))].flat();
}

function withOperation(id: string, change: Partial<Operation>): InterfaceModel {
  const resources = model.resources.map((resource) => ({
    ...resource,
    operations: resource.operations.map((one) => (one.id === id ? { ...one, ...change } : one)),
  }));
  return { ...model, resources };
}

/** The interface with one more model in `channels`, which an operation there answers. */
function withModelNamed(name: string): InterfaceModel {
  const [template] = model.models;
  if (template === undefined) throw new Error('the interface has no models');
  const added: Model = { ...template, name, resource: 'channels' };
  const changed = withOperation('channels.list', { result: { kind: 'array', items: { kind: 'model', name } } });
  const resources = changed.resources.map((resource) =>
    resource.name === 'channels' ? { ...resource, models: [...resource.models, added] } : resource,
  );
  return { ...changed, resources, models: [...changed.models, added] };
}

function textOf(page: string): string {
  return pages.find(({ path }) => path === `docs/api/${page}`)?.text ?? '';
}

function sectionOf(resource: Resource, operation: Operation): string {
  const [, ...sections] = textOf(`${resource.name}.md`).split(/^## /m);
  return sections.find((section) => section.startsWith(`${operation.nickname}\n`)) ?? '';
}

function section3(text: string, heading: string): string {
  return text.split(/^(?=#{2,3} )/m).find((section) => section.startsWith(`### ${heading}\n`)) ?? '';
}

/** What the section ought to mention and does not. */
function missingIn(section: string, operation: Operation): string[] {
  const { method, path, aliases, parameters, success, errors, requiresModules, since } = operation;
  const wanted = [
    `${method} ${path}\n`,
    ...aliases.map((alias) => `\`${alias}\``),
    ...parameters.map(({ name }) => `| \`${name}\` |`),
    ...[success, ...errors].map(({ code }) => `| ${code} |`),
    ...requiresModules.map((name) => `\`${name}\``),
    `Since [${since.added}](versions/${since.added}.md)`,
  ];
  return wanted.filter((text) => !section.includes(text)).map((text) => `${operation.id}: ${text}`);
}

/** Links of the pages whose target, or whose anchor in the target, is not there. */
function brokenLinks(linking: readonly GeneratedFile[], existing: readonly GeneratedFile[]): string[] {
  const texts = new Map(existing.map(({ path, text }) => [path, text]));
  return linking.flatMap(({ path, text }) =>
    [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : posix.join(posix.dirname(path), file);
      const found = texts.get(target);
      const isThere = found !== undefined && (anchor === undefined || anchorsIn(found).has(anchor));
      return isThere ? [] : [`${path}: ${link}`];
    }),
  );
}

const knownAnchors = new Map<string, ReadonlySet<string>>();

/** The anchors that a code host gives the headings of a page. */
function anchorsIn(text: string): ReadonlySet<string> {
  const known = knownAnchors.get(text);
  if (known !== undefined) return known;
  const anchors = new Set<string>();
  for (const [, heading = ''] of withoutFences(text).matchAll(/^#{1,6} (.+)$/gm)) {
    const plain = heading.toLowerCase().replace(/[^\w\- ]/g, '');
    const slug = plain.replaceAll(' ', '-');
    let candidate = slug;
    for (let repeat = 1; anchors.has(candidate); repeat += 1) candidate = `${slug}-${repeat}`;
    anchors.add(candidate);
  }
  knownAnchors.set(text, anchors);
  return anchors;
}

function withoutFences(text: string): string {
  return text.replace(/^```[^]*?^```$/gm, '');
}

/** Link texts may be code; other code spans are none of a link's business. */
function withoutCode(text: string): string {
  return withoutFences(text).replace(/(?<!\[)`[^`\n]+`(?!\])/g, '');
}

function unevenRows(text: string): string[] {
  const lines = withoutFences(text).split('\n');
  return lines.filter((line, index) => {
    const above = lines[index - 1] ?? '';
    return line.startsWith('|') && above.startsWith('|') && cellsOf(line) !== cellsOf(above);
  });
}

function cellsOf(row: string): number {
  return row.replaceAll('\\|', '').split('|').length;
}

function exampleIn(operation: Operation): string {
  const resource = model.resources.find(({ name }) => name === operation.resource);
  const section = resource === undefined ? '' : sectionOf(resource, operation);
  return /```sh\n([^]*?)\n```/.exec(section)?.[1] ?? '';
}

/** What a command line for curl or wscat asks for. */
function requestOf(command: string): { method: Method; url: URL; body?: JsonValue } {
  const words = shellWords(command);
  const after = (option: string) => (words.includes(option) ? words[words.indexOf(option) + 1] : undefined);
  const url = new URL(words.find((word) => /^(http|ws):/.test(word)) ?? '');
  const body = after('-d');
  return {
    method: (after('-X') ?? 'GET') as Method,
    url,
    ...(body === undefined ? {} : { body: JSON.parse(body) as JsonValue }),
  };
}

function shellWords(command: string): string[] {
  const words = command.replaceAll('\\\n', ' ').match(/(?:'[^']*'|\\.|[^\s'\\])+/g) ?? [];
  return words.map((word) =>
    word.replace(/'([^']*)'|\\(.)/g, (_, quoted?: string, escaped?: string) => quoted ?? escaped ?? ''),
  );
}

function closedSchema(event: Model): object {
  const properties = allProperties(event, model.models);
  return {
    type: 'object',
    properties: Object.fromEntries(
      properties.map(({ name, type, enum: values }) => [name, typeSchema(type, inlined(model.models), values)]),
    ),
    required: properties.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}
