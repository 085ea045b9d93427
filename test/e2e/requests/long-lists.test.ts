import { RunningServer } from '../../support/server/running-server';
import { Sockets } from '../../support/sockets/socket-peer';
import { Rest } from '../../support/sockets/socket-rest';

const files = {
  'ari.conf': [
    '[general]\nenabled = yes\n',
    '[asterisk]\ntype = user\npassword = asterisk\n',
    '[reader]\ntype = user\nread_only = yes\npassword = readerpw\n',
    '[sales]\ntype = user\napplications = sales-*\npassword = salespw\n',
  ].join('\n'),
};
const count = 250;
const name = (index: number): string => `${index % 2 === 0 ? 'sales-' : ''}"box" \\ ü ${index}`;
const shown = (index: number): object => ({ name: name(index), old_messages: 1, new_messages: index });
const indexes = Array.from({ length: count }, (_, index) => index);

describe('a list that is too long to be written at once', () => {
  let server: RunningServer;
  let sockets: Sockets;
  const as = (user: string): Rest => new Rest(server.origin, user);
  beforeAll(async () => {
    server = await RunningServer.start(files);
    sockets = new Sockets(() => server.origin);
    for (const index of indexes)
      await as('asterisk:asterisk').put(
        `/mailboxes/${encodeURIComponent(name(index))}?oldMessages=1&newMessages=${index}`,
      );
  });
  afterAll(async () => {
    await sockets.closeAll();
    await server.close();
  });

  it.each(['asterisk:asterisk', 'reader:readerpw'])('is complete over HTTP, for %s', async (user) => {
    const { body } = await as(user).get('/mailboxes');

    expect(body).toHaveLength(count);
    expect(body).toEqual(expect.arrayContaining(indexes.map(shown)));
  });

  it('is complete over a websocket', async () => {
    const app = await sockets.open('app=hello');

    const { message_body: text } = await app.ask({ method: 'GET', uri: 'mailboxes' });

    expect(JSON.parse(String(text))).toEqual(expect.arrayContaining(indexes.map(shown)));
  });

  it('has what is their own for users of applications', async () => {
    const { body } = await as('sales:salespw').get('/mailboxes');

    expect(body).toHaveLength(count / 2);
    expect(body).toEqual(expect.arrayContaining(indexes.filter((index) => index % 2 === 0).map(shown)));
  });
});
