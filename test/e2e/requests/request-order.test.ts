import { RemoteApplication } from '../../server/outbound/remote-application';
import { CallRig } from '../../support/calls/call-rig';
import { login, Wire } from '../../support/server/http-wire';
import type { AppSocket, Message } from '../../support/sockets/socket-peer';
import { bodyOf } from '../../support/sockets/socket-peer';

/** Pairs in which the first request takes its time, for the disk or a queue, and the second one depends on it. */
const pairs: readonly (readonly [string, string, number])[] = [
  ['PUT', 'mailboxes/box?oldMessages=1&newMessages=2', 204],
  ['GET', 'mailboxes/box', 200],
  ['DELETE', 'mailboxes/box', 204],
  ['GET', 'mailboxes/box', 404],
  ['POST', 'server/logging/extra?configuration=notice', 204],
  ['PUT', 'server/logging/extra/rotate', 204],
  ['DELETE', 'server/logging/extra', 204],
  ['DELETE', 'server/logging/extra', 404],
  ['PUT', 'deviceStates/Stasis:lamp?deviceState=BUSY', 204],
  ['GET', 'deviceStates/Stasis:lamp', 200],
];
const statuses = pairs.map(([, , status]) => status);

const statusesOf = (answers: readonly Message[]): unknown[] => answers.map(({ status_code: status }) => status);

describe('requests that are sent without waiting for answers', () => {
  let rig: CallRig;
  let socket: AppSocket;
  beforeAll(async () => {
    rig = await CallRig.start();
  });
  beforeEach(async () => {
    socket = await rig.open('hello');
  });
  afterEach(() => rig.clear());
  afterAll(() => rig.close());

  it('over the event socket are carried out and answered in their order', async () => {
    const ids = pairs.map(([method, uri]) => socket.send({ method, uri }));

    const answers = await socket.take(pairs.length);

    expect(answers.map(({ request_id: id }) => id)).toEqual(ids);
    expect(statusesOf(answers)).toEqual(statuses);
  });

  it('over HTTP are carried out and answered in their order', async () => {
    const wire = await Wire.connect(rig.server.origin);

    wire.send(pairs.map(([method, uri]) => `${method} /ari/${uri} HTTP/1.1\r\nHost: x\r\n${login}\r\n`).join(''));

    const answers: number[] = [];
    while (answers.length < pairs.length) answers.push((await wire.answer()).status);
    wire.close();
    expect(answers).toEqual(statuses);
  });

  it('over HTTP, a body of an earlier one counts for a later one', async () => {
    const wire = await Wire.connect(rig.server.origin);
    const body = '{"variable":"ORDER","value":"first"}';
    const head = `Host: x\r\n${login}`;

    wire.send(
      `POST /ari/server/variable HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}` +
        `GET /ari/server/variable?variable=ORDER HTTP/1.1\r\n${head}\r\n`,
    );

    expect([(await wire.answer()).status, (await wire.answer()).body]).toEqual([204, '{"value":"first"}']);
    wire.close();
  });

  it('wait for one that waits for its channel, and for nothing else', async () => {
    await rig.call('busy', socket);
    await rig.rest.post('/bridges/room');
    await rig.rest.post('/channels/busy/play/endless?media=tone:440');
    const other = await rig.open('other');
    await socket.sofar();

    const add = socket.send({ method: 'POST', uri: 'bridges/room/addChannel?channel=busy' });
    const get = socket.send({ method: 'GET', uri: 'bridges/room' });
    expect(await other.ask({ method: 'GET', uri: 'server/ping' })).toMatchObject({ status_code: 200 });
    await rig.rest.delete('/playbacks/endless');

    const answers: Message[] = [];
    while (answers.length < 2) {
      const message = await socket.next();
      if (message.type === 'RESTResponse') answers.push(message);
    }
    expect(answers.map(({ request_id: id }) => id)).toEqual([add, get]);
    expect(bodyOf(answers[1] as Message)).toMatchObject({ channels: ['busy'] });
  });

  it('are carried out even if the sender leaves without waiting', async () => {
    socket.send({ method: 'PUT', uri: 'mailboxes/last?oldMessages=0&newMessages=1' });
    socket.send({ method: 'PUT', uri: 'mailboxes/last?oldMessages=0&newMessages=2' });
    socket.send({ method: 'POST', uri: 'server/variable?variable=LAST&value=will' });
    await socket.close();

    for (;;) {
      const { body } = await rig.rest.get('/server/variable?variable=LAST');
      if ((body as { readonly value: string }).value === 'will') break;
    }
    expect((await rig.rest.get('/mailboxes/last')).body).toMatchObject({ new_messages: 2 });
  });
});

describe('requests on an outbound socket', () => {
  it('are carried out and answered in their order', async () => {
    const remote = await RemoteApplication.start();
    const rig = await CallRig.start('', {
      'ari.conf': `[general]\n[asterisk]\ntype = user\npassword = asterisk\n[out]\ntype = outbound_websocket
websocket_client_id = remote\napps = sales\nlocal_ari_user = asterisk\n`,
      'websocket_client.conf': `[remote]\ntype = websocket_client\nuri = ${remote.uri}\nconnection_type = persistent\nprotocols = ari\nconnection_timeout = 60000\n`,
    });
    try {
      const connection = await remote.sockets.next();
      for (const [index, [method, uri]] of pairs.entries())
        connection.send({ type: 'RESTRequest', request_id: String(index), method, uri });

      const answers: Message[] = [];
      while (answers.length < pairs.length) {
        const message = await connection.messages.next();
        if (message['type'] === 'RESTResponse') answers.push(message as Message);
      }
      expect(answers.map(({ request_id: id }) => id)).toEqual(pairs.map((_pair, index) => String(index)));
      expect(statusesOf(answers)).toEqual(statuses);
    } finally {
      await rig.close();
      await remote.stop();
    }
  });
});
