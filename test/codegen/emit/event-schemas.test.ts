import Ajv2020 from 'ajv/dist/2020';
import { eventSchemas } from '../../../codegen/emit/event-schemas';
import { eventsOf } from '../../../codegen/model/interface-model';
import { aStasisStart } from '../../support/client/client-events';
import { realModel } from '../../support/spec/spec-facts';

const model = realModel();
const schema = eventSchemas(model);

describe('the JSON Schema of the events', () => {
  // Strict: an unknown keyword or a reference out of the file would throw here.
  const isEvent = new Ajv2020({ strict: true }).compile(schema);

  it('takes an event as the server sends it', () => {
    expect(isEvent(aStasisStart('1763164731.7'))).toBe(true);
  });

  it('takes fields that it does not know, as later versions may add some', () => {
    expect(isEvent({ ...aStasisStart('c1'), novelty: 1 })).toBe(true);
  });

  it.each([
    ['without its channel', { channel: undefined }],
    ['without its timestamp', { timestamp: undefined }],
    ['whose timestamp has a colon in the zone', { timestamp: '2026-11-15T00:18:51.581+00:00' }],
    ['whose arguments are no list', { args: 'a,b' }],
    ['of a type that nobody has declared', { type: 'StasisMiddle' }],
    ['whose channel is in no known state', { channel: { ...aStasisStart('c1').channel, state: 'Tired' } }],
  ])('refuses an event %s', (_, changes) => {
    expect(isEvent({ ...aStasisStart('c1'), ...changes })).toBe(false);
  });

  it('offers every event and defines every model they use, and no other', () => {
    const events = eventsOf(model.models).map(({ name }) => name);
    const text = JSON.stringify(schema);

    expect(schema['oneOf']).toEqual(events.map((name) => ({ $ref: `#/$defs/${name}` })));
    for (const name of Object.keys(schema['$defs'] as object)) expect(text).toContain(`"#/$defs/${name}"`);
    expect(schema['$defs']).toHaveProperty('CallerID');
    expect(schema['$defs']).not.toHaveProperty('AsteriskInfo');
  });
});
