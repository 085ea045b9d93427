import fc from 'fast-check';
import { join } from 'node:path';
import { compareSurfaces } from '../../../codegen/compat/compare';
import { sentModels } from '../../../codegen/compat/sent-models';
import type { Surface } from '../../../codegen/compat/surface';
import { surfaceOf } from '../../../codegen/compat/surface';
import { formatSurface, LockError, parseSurface } from '../../../codegen/compat/surface-text';
import { readSpec } from '../../../codegen/disk';
import { buildModel } from '../../../codegen/model/build-model';
import { loadSpec } from '../../../codegen/spec/load-spec';
import { surfaceAfter } from './compat-support';

const real = surfaceOf(buildModel(loadSpec(readSpec(join(__dirname, '../../../api-docs')))));

describe('the surface of a spec', () => {
  it('holds what clients depend on and leaves out what is off', () => {
    const surface = surfaceAfter((draft) => {
      draft.parameter('ring.mode')['enumSince'] = { short: ['1.2.0'] };
    });
    const lines = formatSurface(surface).split('\n');

    expect(lines.slice(0, 8)).toEqual([
      '{',
      '  "version": "1.2.0",',
      '  "resources": [',
      '    { "id": "phones", "since": ["1.0.0"] }',
      '  ],',
      '  "operations": [',
      '    { "id": "phones.list", "method": "GET", "path": "/phones", "aliases": ["/telephones"], "success": 200, "result": "Phone[]", "since": ["1.0.0"] },',
      '    { "id": "phones.listen", "method": "GET", "path": "/phones/events", "aliases": ["/telephones/events"], "success": 101, "result": "Message", "protocol": "phones", "since": ["1.0.0"] },',
    ]);
    expect(lines.find((line) => line.includes('phones.ring.mode'))?.trim()).toBe(
      '{ "id": "phones.ring.mode", "in": "query", "type": "string", "enum": ["long", "short"], "enumSince": { "short": "1.2.0" }, "ignoreCase": true, "since": ["1.0.0"] },',
    );
    expect(lines.find((line) => line.includes('"Rang"'))?.trim()).toBe(
      '{ "id": "Rang", "base": "Event", "since": ["1.0.0"] },',
    );
  });

  it('does not depend on the order of the spec', () => {
    const turned = surfaceAfter((draft) => {
      draft.parameters('ring').reverse();
      const operations = [...draft.operations].reverse();
      draft.operations.clear();
      for (const [name, operation] of operations) draft.operations.set(name, operation);
    });

    expect(formatSurface(turned)).toBe(formatSurface(surfaceAfter()));
  });

  it('knows which models clients send: behind parameters, and over the websocket', () => {
    expect(sentModels(surfaceAfter())).toEqual(new Set(['Setting', 'Request']));
    expect([...sentModels(real)]).toEqual(expect.arrayContaining(['ConfigTuple', 'RESTHeader', 'RESTRequest']));
    for (const read of ['Channel', 'ErrorMessage', 'RESTResponse', 'StasisStart'])
      expect(sentModels(real).has(read)).toBe(false);
  });
});

describe('the lock file', () => {
  it('gives back the surface of the real spec', () => {
    const text = formatSurface(real);

    expect(parseSurface(text)).toEqual(real);
    expect(formatSurface(parseSurface(text))).toBe(text);
  });

  it('gives back any part of the real spec, and shows no difference', () => {
    const parts = fc.record({
      models: fc.subarray([...real.models]),
      operations: fc.subarray([...real.operations]),
    });
    fc.assert(
      fc.property(parts, ({ models, operations }) => {
        const part = partOf(
          real,
          [...models, ...operations].map(({ id }) => id),
        );
        const copy = parseSurface(formatSurface(part));

        expect(copy).toEqual(part);
        expect(compareSurfaces(part, copy)).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  it('is an empty surface where there is nothing', () => {
    const nothing = { version: '0.0.0', resources: [], operations: [], parameters: [], models: [], properties: [] };

    expect(parseSurface(formatSurface(nothing))).toEqual(nothing);
  });

  const sound = formatSurface(surfaceAfter());
  it.each<[string, string, string]>([
    ['an empty file', '', 'api-docs.lock.json:1 #: the file is empty'],
    ['the remains of a merge', sound.replace('  "models"', '<<<<<<< ours\n  "models"'), 'not JSON'],
    ['half a file', sound.slice(0, 700), 'not JSON'],
    ['another kind of document', '[]', 'an array stands where an object belongs'],
    ['a missing list', sound.replace('"models"', '"moddels"'), "key 'models' is missing"],
    ['an unknown key', sound.replace('"success"', '"sucess"'), "unknown key 'sucess'; did you mean 'success'?"],
    ['a version that is none', sound.replace('"1.0.0"', '"1.0"'), "'1.0' is not allowed here"],
    ['a bound that is not a number', sound.replace('"minimum": 0', '"minimum": "0"'), 'a minimum that is not a number'],
    ['an entry twice', sound.replace(/^( .*"phones\.list",.*\n)/m, '$1$1'), "'phones.list' is listed twice"],
    ['entries out of order', sound.replace('"Muted"', '"Zebra"'), "'Owner' is listed after 'Zebra'"],
    ['an entry without its owner', sound.replace(/^.*"id": "Owner",.*\n/m, ''), "'Owner.name' without 'Owner'"],
  ])('that is damaged is refused with the line and the reason: %s', (_title, text, reason) => {
    expect(text).not.toBe(sound);
    expect(() => parseSurface(text)).toThrow(LockError);
    expect(() => parseSurface(text)).toThrow(reason);
    expect(() => parseSurface(text)).toThrow(/^api-docs\.lock\.json is damaged:\n {2}api-docs\.lock\.json:\d+ #.*\n/);
  });

  it('that is damaged all over is refused in a few lines', () => {
    const text = formatSurface(real).replaceAll('"since"', '"sinse"');

    expect(() => parseSurface(text)).toThrow(/\n {2}and \d{3,} more\nrestore it from version control$/);
  });
});

/** The given entries with all that belongs to them. */
function partOf(surface: Surface, ids: readonly string[]): Surface {
  const kept = new Set(ids);
  return {
    ...surface,
    operations: surface.operations.filter(({ id }) => kept.has(id)),
    parameters: surface.parameters.filter(({ id }) => kept.has(id.slice(0, id.lastIndexOf('.')))),
    models: surface.models.filter(({ id }) => kept.has(id)),
    properties: surface.properties.filter(({ id }) => kept.has(id.slice(0, id.indexOf('.')))),
  };
}
