import WebSocket from 'ws';
import { RunningServer } from '../../support/server/running-server';

describe('a fresh server', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await RunningServer.start();
  });
  afterAll(() => server.close());

  const authorization = `Basic ${Buffer.from('asterisk:asterisk').toString('base64')}`;

  it('answers a ping under both of its names', async () => {
    for (const name of ['server', 'asterisk']) {
      const answer = await fetch(`${server.origin}/ari/${name}/ping`, { headers: { authorization } });
      expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ ping: 'pong' })]);
    }
  });

  it('sends a user event to the application that is connected', async () => {
    const socket = new WebSocket(
      `${server.origin.replace('http', 'ws')}/ari/events?app=hello&api_key=asterisk:asterisk`,
      'ari',
    );
    const message = new Promise((resolve) =>
      socket.once('message', (data: Buffer) => resolve(JSON.parse(data.toString('utf8')))),
    );
    await new Promise((resolve) => socket.once('open', resolve));

    const answer = await fetch(`${server.origin}/ari/events/user/greeting?application=hello`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ variables: { text: 'hello, world' } }),
    });

    expect(answer.status).toBe(204);
    expect(await message).toMatchObject({
      type: 'ChannelUserevent',
      eventname: 'greeting',
      userevent: { text: 'hello, world', eventname: 'greeting' },
      application: 'hello',
    });
    socket.close();
    await new Promise((resolve) => socket.once('close', resolve));
  });

  it('answers a REST request over the socket', async () => {
    const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/ari/events?app=hello`, {
      headers: { authorization },
    });
    const message = new Promise((resolve) =>
      socket.once('message', (data: Buffer) => resolve(JSON.parse(data.toString('utf8')))),
    );
    await new Promise((resolve) => socket.once('open', resolve));

    socket.send(
      JSON.stringify({
        type: 'RESTRequest',
        request_id: 'r1',
        transaction_id: 't1',
        method: 'GET',
        uri: 'applications/hello',
      }),
    );

    expect(await message).toMatchObject({
      type: 'RESTResponse',
      request_id: 'r1',
      transaction_id: 't1',
      status_code: 200,
      reason_phrase: 'OK',
      uri: 'applications/hello',
      content_type: 'application/json',
      message_body: expect.stringContaining('"name":"hello"') as string,
      application: 'hello',
    });
    socket.close();
    await new Promise((resolve) => socket.once('close', resolve));
  });
});
