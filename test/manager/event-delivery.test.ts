import { ManagerClient } from '../support/manager/manager-client';
import { managerConf, startManagerServer } from '../support/manager/manager-server';
import type { RunningServer } from '../support/server/running-server';

const users = `
[admin]
secret = secret
read = all
write = all

[user]
secret = secret
read = user
write = user

[picky]
secret = secret
read = user
eventfilter(action(exclude),name(UserEvent),header(Number),method(ends_with)) = 5
`;

describe('the delivery of manager events', () => {
  let server: RunningServer;
  const clients: ManagerClient[] = [];
  beforeAll(async () => {
    server = await startManagerServer({ 'manager.conf': managerConf('', users) });
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
  });
  afterAll(() => server.close());

  async function logIn(name: string): Promise<ManagerClient> {
    const client = await ManagerClient.logIn(server.managerPort(), name);
    clients.push(client);
    return client;
  }

  const numbersOf = (client: ManagerClient): readonly string[] =>
    client.events('UserEvent').map(({ fields }) => fields['Number'] ?? '');

  const count = (until: number): readonly string[] => Array.from({ length: until }, (_, index) => String(index));

  it('sends an answer behind the events that happened before it, and before those that come after it', async () => {
    const client = await logIn('user');

    for (const number of count(50))
      client.send({ Action: 'UserEvent', UserEvent: 'Counted', Number: number, ActionID: `event-${number}` });
    await client.heard({ Response: 'Success', ActionID: 'event-49' });

    const order = client.told.flatMap(
      ({ fields }) => fields['Number'] ?? fields['ActionID']?.replace('event-', '') ?? [],
    );
    expect(order.filter((each) => each !== 'id-1')).toEqual(count(50).flatMap((number) => [number, number]));
  });

  it('brings every reader each event once, in order and without broken characters', async () => {
    const [admin, ...readers] = [await logIn('admin'), await logIn('admin'), await logIn('user'), await logIn('user')];
    const text = 'Grüße 🎉 '.repeat(60);

    for (const number of count(300))
      admin.send({ Action: 'UserEvent', UserEvent: 'Counted', Number: number, Text: text });
    for (const reader of [admin, ...readers]) {
      await reader.heard({ Event: 'UserEvent', Number: '299' });
      expect(numbersOf(reader)).toEqual(count(300));
      expect(reader.events('UserEvent').every(({ fields }) => fields['Text'] === text.trim())).toBe(true);
    }
  });

  it('leaves out of shared events what the filters of one reader exclude', async () => {
    const [admin, picky, other] = [await logIn('admin'), await logIn('picky'), await logIn('user')];

    for (const number of count(17)) admin.send({ Action: 'UserEvent', UserEvent: 'Counted', Number: number });
    await picky.heard({ Event: 'UserEvent', Number: '16' });
    await other.heard({ Event: 'UserEvent', Number: '16' });

    expect(numbersOf(picky)).toEqual(count(17).filter((number) => !number.endsWith('5')));
    expect(numbersOf(other)).toEqual(count(17));
  });

  it('starts and stops exactly where a client changes its mask', async () => {
    const client = await logIn('admin');
    const say = (Number: string): void => client.send({ Action: 'UserEvent', UserEvent: 'Counted', Number });

    say('0');
    client.send({ Action: 'Events', EventMask: 'off' });
    say('1');
    client.send({ Action: 'Events', EventMask: 'user' });
    say('2');
    client.send({ Action: 'Filter', Filter: '!Number: 3' });
    say('3');
    say('4');
    await client.heard({ Event: 'UserEvent', Number: '4' });

    expect(numbersOf(client)).toEqual(['0', '2', '4']);
  });
});
