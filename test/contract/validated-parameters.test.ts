import { routes } from '../../generated/routes';
import { describeFailure } from '../../src/contract/describe-failure';
import type { JsonValue } from '../../src/contract/json';
import { readParameters } from '../../src/contract/read-parameters';

interface Given {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly json?: JsonValue;
}

describe('declared defaults', () => {
  it.each<[string, Given, object]>([
    ['channels.mute', { path: { channelId: 'c' } }, { direction: 'both' }],
    ['channels.originate', { query: 'endpoint=PJSIP/a' }, { timeout: 30 }],
    ['channels.play', { path: { channelId: 'c' }, query: 'media=sound:a' }, { offsetms: 0, skipms: 3000 }],
    [
      'channels.sendDTMF',
      { path: { channelId: 'c' }, query: 'dtmf=1' },
      { before: 0, between: 100, duration: 100, after: 0 },
    ],
    ['bridges.addChannel', { path: { bridgeId: 'b' }, query: 'channel=c' }, { inhibitConnectedLineUpdates: false }],
    [
      'channels.externalMedia',
      { query: 'app=a&format=ulaw' },
      { encapsulation: 'rtp', transport: 'udp', connection_type: 'client', direction: 'both' },
    ],
    ['events.eventWebsocket', { query: 'app=a' }, { subscribeAll: false }],
  ])('are filled in for %s', (operation, given, defaults) => {
    expect(accepted(operation, given)).toMatchObject(defaults);
  });

  it('are filled in for a value that is given but empty', () => {
    const params = accepted('channels.mute', { path: { channelId: 'c' }, query: 'direction=' });

    expect(params).toEqual({ channelId: 'c', direction: 'both' });
  });

  it('give way to what is given', () => {
    const params = accepted('channels.play', { path: { channelId: 'c' }, query: 'media=sound:a&skipms=10' });

    expect(params).toMatchObject({ skipms: 10, offsetms: 0 });
  });

  it('are the only thing that appears without being asked for', () => {
    expect(accepted('server.getInfo', {})).toEqual({});
    expect(accepted('channels.get', { path: { channelId: 'c' }, query: 'other=1' })).toEqual({ channelId: 'c' });
  });
});

describe('a request that fits its operation', () => {
  it('may give query parameters as members of a JSON body', () => {
    const json = { endpoint: 'PJSIP/a', timeout: '5', app: 'demo', variables: { A: 1, B: { value: 'x' } } };

    expect(accepted('channels.originate', { json })).toEqual({ ...json, timeout: 5 });
  });

  it('may spell a value of some enums in any letter case', () => {
    const query = 'name=r&format=wav&ifExists=OVERWRITE&terminateOn=Any';

    expect(accepted('channels.record', { path: { channelId: 'c' }, query })).toMatchObject({
      ifExists: 'overwrite',
      terminateOn: 'any',
    });
    expect(accepted('server.getInfo', { query: 'only=Build,SYSTEM' })).toEqual({ only: ['build', 'system'] });
  });

  it('may leave an optional list empty', () => {
    expect(accepted('events.userEvent', { path: { eventName: 'e' }, json: { application: 'a', source: [] } })).toEqual({
      eventName: 'e',
      application: 'a',
    });
  });

  it('may give 127 values of a list', () => {
    const media = Array.from({ length: 127 }, (_, index) => `digits:${index}`);

    expect(accepted('channels.play', { path: { channelId: 'c' }, query: `media=${media.join(',')}` })).toMatchObject({
      media,
    });
  });

  it.each([
    ['0', 0],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('may give a long number: %s', (given, priority) => {
    expect(accepted('channels.originate', { query: `endpoint=a/b&priority=${given}` })).toMatchObject({ priority });
  });

  it('may have any JSON as a whole body', () => {
    const filter = { allowed: [{ type: 'StasisStart' }] };
    const path = { applicationName: 'a' };

    expect(accepted('applications.filter', { path, json: filter })).toEqual({ ...path, filter });
    expect(accepted('applications.filter', { path })).toEqual(path);
  });
});

describe('a refusal', () => {
  const channel = { channelId: 'c' };
  const recording = 'name=r&format=wav';

  it.each<[string, Given, string]>([
    ['channels.originate', {}, "parameter 'endpoint' is required: give a string"],
    ['channels.originate', { query: 'endpoint=' }, "parameter 'endpoint' is required: give a string"],
    [
      'channels.play',
      { path: channel, query: 'media=' },
      "parameter 'media' is required: give one or more values, each a string",
    ],
    [
      'playbacks.control',
      { path: { playbackId: 'p' } },
      "parameter 'operation' is required: give one of restart, pause, unpause, reverse, forward",
    ],
    [
      'mailboxes.update',
      { path: { mailboxName: 'm' } },
      "parameter 'oldMessages' is required: give a whole number, 0 or more; parameter 'newMessages' is required: give a whole number, 0 or more",
    ],
  ])('names everything that is missing, in the order of the spec: %s', (operation, given, message) => {
    expect(refused(operation, given)).toBe(message);
  });

  it.each([
    [
      'channels.record',
      `${recording}&ifExists=maybe`,
      "parameter 'ifExists' cannot be 'maybe': give one of fail, overwrite, append",
    ],
    ['channels.mute', 'direction=BOTH', "parameter 'direction' cannot be 'BOTH': give one of both, in, out"],
    ['channels.play', 'media=a&skipms=12abc', "parameter 'skipms' cannot be '12abc': give a whole number, 0 or more"],
    ['channels.play', 'media=a&skipms=1e3', "parameter 'skipms' cannot be '1e3': give a whole number, 0 or more"],
    ['channels.play', 'media=a&skipms=1.5', "parameter 'skipms' cannot be 1.5: give a whole number, 0 or more"],
    ['channels.play', 'media=a&skipms=-1', "parameter 'skipms' cannot be -1: give a whole number, 0 or more"],
    [
      'channels.play',
      'media=a&skipms=2147483648',
      "parameter 'skipms' cannot be 2147483648: give a whole number from 0 to 2147483647",
    ],
    [
      'channels.record',
      `${recording}&beep=maybe`,
      "parameter 'beep' cannot be 'maybe': give true or false (also yes/no, on/off, 1/0)",
    ],
    [
      'channels.record',
      `${recording}&beep=2&maxDurationSeconds=x`,
      "parameter 'maxDurationSeconds' cannot be 'x': give a whole number, 0 or more; parameter 'beep' cannot be '2': give true or false (also yes/no, on/off, 1/0)",
    ],
  ])('names parameter, value and what is allowed: %s, %s', (operation, query, message) => {
    expect(refused(operation, { path: channel, query })).toBe(message);
  });

  it.each<[string, JsonValue, string]>([
    ['an object', { endpoint: {} }, "parameter 'endpoint' cannot be {}: give a string"],
    ['an array', { endpoint: ['a/b'] }, `parameter 'endpoint' cannot be ["a/b"]: give a string`],
    [
      'a boolean for a number',
      { endpoint: 'a/b', timeout: true },
      "parameter 'timeout' cannot be true: give a whole number, -1 or more",
    ],
    [
      'a text for an object',
      { endpoint: 'a/b', variables: 'A=1' },
      "parameter 'variables' cannot be 'A=1': give a JSON object",
    ],
    [
      'an array for an object',
      { endpoint: 'a/b', variables: ['A'] },
      `parameter 'variables' cannot be ["A"]: give a JSON object`,
    ],
    ['null for what is required', { endpoint: null }, "parameter 'endpoint' is required: give a string"],
  ])('names a member of the body that has the wrong type: %s', (_, json, message) => {
    expect(refused('channels.originate', { json })).toBe(message);
  });

  it('names the one value of a list that is wrong', () => {
    expect(refused('server.getInfo', { query: 'only=build,colour,system' })).toBe(
      "parameter 'only' cannot be 'colour': give one or more values, each one of build, system, config, status",
    );
    expect(refused('channels.play', { path: channel, json: { media: ['a', { b: 1 }] } })).toBe(
      `parameter 'media' cannot be {"b":1}: give one or more values, each a string`,
    );
  });

  it('counts the values of a list that is too long', () => {
    const query = `media=${Array.from({ length: 128 }, () => 'a').join(',')}`;

    expect(refused('channels.play', { path: channel, query })).toBe(
      "parameter 'media' has too many values: at most 127 are allowed",
    );
  });

  it.each<[string, JsonValue, string]>([
    [
      'a tuple without its value',
      [{ attribute: 'a' }],
      "parameter 'fields' is wrong at 0: it must have required property 'value'",
    ],
    [
      'a value of the wrong type',
      [
        { attribute: 'a', value: 'b' },
        { attribute: 'c', value: 1 },
      ],
      "parameter 'fields' is wrong at 1.value: it must be string",
    ],
    ['something that is no list', { a: 'b' }, `parameter 'fields' cannot be {"a":"b"}: give a JSON array`],
  ])('says where in a structured parameter it goes wrong: %s', (_, fields, message) => {
    const path = { configClass: 'c', objectType: 't', id: 'i' };

    expect(refused('server.updateObject', { path, json: { fields } })).toBe(message);
  });

  it('does not repeat a value at length', () => {
    const message = refused('channels.mute', { path: channel, query: `direction=${'x'.repeat(5000)}` });

    expect(message).toBe(`parameter 'direction' cannot be '${'x'.repeat(77)}...': give one of both, in, out`);
  });

  it('still says something when the validator blames no parameter', () => {
    expect(describeFailure([], {}, [{ instancePath: '', keyword: 'type', params: {} }])).toBe(
      'the request does not fit the interface description',
    );
  });

  it('is not confused by names that every object has', () => {
    const errors = [{ instancePath: '', keyword: 'required', params: { missingProperty: 'constructor' } }];

    expect(describeFailure([{ name: 'constructor', in: 'query', type: 'string', required: true }], {}, errors)).toBe(
      "parameter 'constructor' is required: give a string",
    );
  });

  it('asks for a value when a list has none', () => {
    const errors = [{ instancePath: '/x', keyword: 'minItems', params: { limit: 1 } }];

    expect(describeFailure([{ name: 'x', in: 'query', type: 'string', multiple: true }], { x: [] }, errors)).toBe(
      "parameter 'x' is required: give one or more values, each a string",
    );
  });

  it('describes both ends of a range', () => {
    const errors = [{ instancePath: '/x', keyword: 'maximum', params: { limit: 9 } }];
    const ranged = { name: 'x', in: 'query', type: 'number', minimum: 1, maximum: 9 } as const;
    const capped = { name: 'x', in: 'query', type: 'number', maximum: 9 } as const;

    expect(describeFailure([ranged], { x: 10 }, errors)).toBe("parameter 'x' cannot be 10: give a number from 1 to 9");
    expect(describeFailure([capped], { x: 10 }, errors)).toBe("parameter 'x' cannot be 10: give a number, 9 or less");
  });
});

function accepted(operation: string, given: Given): Record<string, JsonValue> {
  const { params, refusal } = check(operation, given);
  expect(refusal).toBeUndefined();
  return params;
}

function refused(operation: string, given: Given): string | undefined {
  return check(operation, given).refusal;
}

function check(operation: string, { path = {}, query = '', json }: Given) {
  const route = routes.find((candidate) => candidate.operation === operation);
  if (route === undefined) throw new Error(`no route for ${operation}`);
  const sources = { path, query: new URLSearchParams(query), ...(json === undefined ? {} : { json }) };
  const params = readParameters(route.parameters, sources);
  const refusal = route.validate(params)
    ? undefined
    : describeFailure(route.parameters, params, route.validate.errors ?? []);
  return { params, refusal };
}
