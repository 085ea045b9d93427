import { RunningServer } from '../../support/server/running-server';
import { refusal, Rest } from '../../support/sockets/socket-rest';
import { Sockets } from '../../support/sockets/socket-peer';

let server: RunningServer;
let rest: Rest;
const sockets = new Sockets(() => server.origin);

beforeAll(async () => {
  server = await RunningServer.start();
  rest = new Rest(server.origin);
});
afterEach(async () => {
  await sockets.closeAll();
  for (const { name } of (await rest.get('/mailboxes')).body as { name: string }[])
    await rest.delete(`/mailboxes/${encodeURIComponent(name)}`);
});
afterAll(() => server.close());

const counts = (name: string, old: number, fresh: number): object => ({
  name,
  old_messages: old,
  new_messages: fresh,
});

describe('a mailbox', () => {
  it('is made and changed by its counts, read, listed and deleted', async () => {
    expect(await rest.get('/mailboxes')).toMatchObject({ status: 200, body: [] });

    expect((await rest.put('/mailboxes/500?oldMessages=1&newMessages=2')).status).toBe(204);
    expect((await rest.get('/mailboxes/500')).body).toEqual(counts('500', 1, 2));
    expect((await rest.put('/mailboxes/500', { oldMessages: 7, newMessages: '8' })).status).toBe(204);
    expect((await rest.put('/mailboxes/200?oldMessages=3', { newMessages: 0 })).status).toBe(204);
    expect((await rest.get('/mailboxes')).body).toEqual([counts('200', 3, 0), counts('500', 7, 8)]);

    expect((await rest.delete('/mailboxes/500')).status).toBe(204);
    expect((await rest.get('/mailboxes')).body).toEqual([counts('200', 3, 0)]);
  });

  it.each(['dave@default', 'a b/c', '__proto__', 'é'])('can be called %s', async (name) => {
    const path = `/mailboxes/${encodeURIComponent(name)}`;

    await rest.put(`${path}?oldMessages=1&newMessages=1`);

    expect((await rest.get(path)).body).toEqual(counts(name, 1, 1));
    expect((await rest.delete(path)).status).toBe(204);
    expect((await rest.get(path)).status).toBe(404);
  });

  it.each([
    ['GET', '/mailboxes/500', 404, 'not-found', ["'500'"]],
    ['DELETE', '/mailboxes/500', 404, 'not-found', ["'500'"]],
    ['PUT', '/mailboxes/500', 400, 'parameter-missing', ['oldMessages', 'newMessages']],
    ['PUT', '/mailboxes/500?oldMessages=1', 400, 'parameter-missing', ['newMessages']],
    ['PUT', '/mailboxes/500?newMessages=1', 400, 'parameter-missing', ['oldMessages']],
    ['PUT', '/mailboxes/500?oldMessages=-1&newMessages=0', 400, 'parameter-invalid', ['oldMessages', '-1']],
    ['PUT', '/mailboxes/500?oldMessages=0&newMessages=2x', 400, 'parameter-invalid', ['newMessages', '2x']],
    ['PUT', '/mailboxes/500?oldMessages=0&newMessages=1.5', 400, 'parameter-invalid', ['newMessages', '1.5']],
    ['PUT', '/mailboxes/500?oldMessages=99999999999&newMessages=1', 400, 'parameter-invalid', ['oldMessages']],
    ['POST', '/mailboxes/500', 405, 'method-not-allowed', ['GET', 'PUT', 'DELETE']],
    ['POST', '/mailboxes', 405, 'method-not-allowed', ['GET']],
  ])('refuses %s %s with %i', async (method, target, status, code, words) => {
    const answer = await rest.call(method, target);

    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject(refusal(code, ...words));
    expect((await rest.get('/mailboxes')).body).toEqual([]);
  });

  it('is a device too: in use while it holds new messages, told only when that changes', async () => {
    const watcher = await sockets.open('app=watcher&subscribeAll=true');

    await rest.put('/mailboxes/500?oldMessages=1&newMessages=2');
    await rest.put('/mailboxes/500?oldMessages=0&newMessages=5');
    expect((await rest.get('/deviceStates/MWI:500')).body).toEqual({ name: 'MWI:500', state: 'INUSE' });
    await rest.put('/mailboxes/500?oldMessages=5&newMessages=0');
    await rest.put('/mailboxes/600?oldMessages=4&newMessages=0');
    await rest.put('/mailboxes/602?oldMessages=0&newMessages=4');
    await rest.delete('/mailboxes/602');
    await rest.delete('/mailboxes/600');

    expect((await watcher.sofar()).map(({ device_state: device }) => device)).toEqual([
      { name: 'MWI:500', state: 'INUSE' },
      { name: 'MWI:500', state: 'NOT_INUSE' },
      { name: 'MWI:600', state: 'NOT_INUSE' },
      { name: 'MWI:602', state: 'INUSE' },
      { name: 'MWI:602', state: 'NOT_INUSE' },
    ]);
  });
});

describe('mailboxes of a server that was restarted', () => {
  it('are as they were', async () => {
    let first: RunningServer | undefined = await RunningServer.start();
    const { folder } = first;
    try {
      const before = new Rest(first.origin);
      await before.put('/mailboxes/500?oldMessages=1&newMessages=2');
      await before.put('/mailboxes/600?oldMessages=0&newMessages=0');
      await before.delete('/mailboxes/600');
      await first.stop();
      first = await RunningServer.start({}, folder);

      expect((await new Rest(first.origin).get('/mailboxes')).body).toEqual([counts('500', 1, 2)]);
    } finally {
      await first.close();
    }
  });
});
