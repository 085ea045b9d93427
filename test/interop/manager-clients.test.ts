import { EventEmitter, once } from 'node:events';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { startManagerServer } from '../support/manager/manager-server';
import type { RunningServer } from '../support/server/running-server';

type Fields = Readonly<Record<string, string>>;

/** The same few steps, in the words of each library. */
interface Client {
  readonly action: (fields: Fields) => Promise<Fields>;
  /** The items of a list. */
  readonly list: (fields: Fields) => Promise<readonly Fields[]>;
  /** Names in the library's own spelling; field names in lower case. */
  readonly onEvent: (listener: (event: Fields) => void) => void;
  readonly close: () => void;
}

const load = createRequire(__filename);

const libraries: Readonly<Record<string, (port: number) => Promise<Client>>> = {
  'asterisk-manager 0.2.0': async (port) => {
    type Manager = EventEmitter & {
      readonly connected: (callback: () => void) => void;
      readonly action: (fields: object, callback: (error: unknown, answer: Fields) => void) => void;
      readonly disconnect: () => void;
    };
    const make = load('asterisk-manager') as (...given: readonly unknown[]) => Manager;
    const manager = make(port, '127.0.0.1', 'admin', 'secret', true);
    manager.setMaxListeners(0);
    const action = (fields: Fields): Promise<Fields> =>
      new Promise((resolve) => manager.action(lowerCase(fields), (_, answer) => resolve(lowerCase(answer))));
    const onEvent: Client['onEvent'] = (listener) =>
      void manager.on('managerevent', (event: Fields) => listener(lowerCase(event)));
    return { action, list: listing(action, onEvent), onEvent, close: () => manager.disconnect() };
  },
  'nami 0.7.2': async (port) => {
    type Nami = EventEmitter & {
      readonly socket: Socket;
      readonly open: () => void;
      readonly close: () => void;
      readonly send: (action: object, callback: (answer: Fields & { readonly events: Fields[] }) => void) => void;
    };
    const { Nami, Actions } = load('nami') as {
      readonly Nami: new (options: object) => Nami;
      readonly Actions: Readonly<Record<string, new () => Record<string, string>>>;
    };
    const silent = { debug: () => 0, info: () => 0, warn: () => 0, error: () => 0 };
    const nami = new Nami({ host: '127.0.0.1', port, username: 'admin', secret: 'secret', logger: silent });
    nami.open();
    await once(nami, 'namiConnected');
    const send = (fields: Fields): Promise<Fields & { readonly events: Fields[] }> =>
      new Promise((resolve) => {
        const action = namiAction(Actions, fields['Action'] ?? '');
        for (const [name, value] of Object.entries(fields)) if (name !== 'Action') action[name] = value;
        nami.send(action, resolve);
      });
    return {
      action: send,
      list: async (fields) => (await send(fields)).events.slice(0, -1),
      onEvent: (listener) => void nami.on('namiEvent', listener),
      close: () => {
        nami.close();
        // It has removed all its listeners, and the server may reset the connection when it stops.
        nami.socket.on('error', () => undefined);
      },
    };
  },
  'asterisk-ami-client 1.1.5': async (port) => {
    type Ami = EventEmitter & {
      readonly connect: (user: string, secret: string, options: object) => Promise<unknown>;
      readonly action: (fields: object, isPromised: true) => Promise<Fields>;
      readonly disconnect: () => void;
    };
    const Ami = load('asterisk-ami-client') as new (options: object) => Ami;
    const ami = new Ami({});
    await ami.connect('admin', 'secret', { host: '127.0.0.1', port });
    const action = async (fields: Fields): Promise<Fields> => lowerCase(await ami.action({ ...fields }, true));
    const onEvent: Client['onEvent'] = (listener) =>
      void ami.on('event', (event: Fields) => listener(lowerCase(event)));
    return { action, list: listing(action, onEvent), onEvent, close: () => ami.disconnect() };
  },
};

describe.each(Object.entries(libraries))('%s', (_name, connect) => {
  let server: RunningServer;
  let client: Client;
  const events: Fields[] = [];
  const arrivals = new EventEmitter();
  beforeAll(async () => {
    server = await startManagerServer();
    client = await connect(server.managerPort());
    client.onEvent((event) => {
      events.push(event);
      arrivals.emit('event');
    });
  });
  afterAll(async () => {
    client.close();
    await server.close();
  });

  async function seen(wanted: Fields): Promise<Fields> {
    for (;;) {
      const found = events.find((event) => Object.entries(wanted).every(([name, value]) => event[name] === value));
      if (found !== undefined) return found;
      await once(arrivals, 'event');
    }
  }

  it('places a call, follows it, sets its variables, lists it and hangs it up', async () => {
    const call = { Channel: 'Local/wait@default', Application: 'Echo', ChannelId: 'the-call' };
    const placed = await client.action({ Action: 'Originate', ...call, Async: 'true', ActionID: 'placing' });
    expect(placed['response']).toBe('Success');

    const made = await seen({ event: 'Newchannel', uniqueid: 'the-call' });
    expect(made['channel']).toMatch(/^Local\/wait@default-/);
    await seen({ event: 'DialEnd', destuniqueid: 'the-call', dialstatus: 'ANSWER' });
    await seen({ event: 'Newexten', uniqueid: 'the-call', application: 'Echo' });

    const set = await client.action({ Action: 'Setvar', Channel: 'the-call', Variable: 'COLOUR', Value: 'blue' });
    const read = await client.action({ Action: 'Getvar', Channel: 'the-call', Variable: 'COLOUR' });
    expect([set['message'], read['value']]).toEqual(['Variable Set', 'blue']);

    const listed = await client.list({ Action: 'CoreShowChannels' });
    expect(listed.map((item) => item['uniqueid'])).toContain('the-call');

    await client.action({ Action: 'Hangup', Channel: made['channel'] ?? '' });
    const end = await seen({ event: 'Hangup', uniqueid: 'the-call' });
    expect(end['cause']).toBe('16');
  });
});

/** For libraries that leave the events of a list to their user. */
function listing(action: Client['action'], onEvent: Client['onEvent']): Client['list'] {
  return async (fields) => {
    const items: Fields[] = [];
    const complete = new Promise<void>((resolve) =>
      onEvent((event) => {
        if (event['actionid'] !== 'listing') return;
        if (event['eventlist'] === 'Complete') resolve();
        else items.push(event);
      }),
    );
    await action({ ...fields, ActionID: 'listing' });
    await complete;
    return items;
  };
}

function lowerCase(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]));
}

/** It has a class for each action, with a spelling of its own. */
function namiAction(
  actions: Readonly<Record<string, new () => Record<string, string>>>,
  name: string,
): Record<string, string> {
  const found = Object.keys(actions).find((known) => known.toLowerCase() === name.toLowerCase());
  const Action = actions[found ?? ''];
  if (Action === undefined) throw new Error(`nami has no action ${name}`);
  return new Action();
}
