import { ask, failure, jsonOf } from '../../support/server/http-client';
import { RunningServer } from '../../support/server/running-server';
import { AppSocket } from '../../support/sockets/socket-peer';

describe('parameters', () => {
  let server: RunningServer;
  let socket: AppSocket;
  beforeAll(async () => {
    server = await RunningServer.start();
    socket = await AppSocket.open(server.origin, 'app=papp');
  });
  afterAll(async () => {
    await socket.close();
    await server.close();
  });

  const send = (method: string, path: string, body?: object) =>
    ask(server.origin, { method, path: `/ari${path}`, ...(body === undefined ? {} : { body }) });

  it.each([
    ['POST', '/events/user/x', 'application', 'parameter-missing'],
    ['POST', '/events/user/x?application=', 'application', 'parameter-missing'],
    ['PUT', '/deviceStates/Stasis:x', 'deviceState', 'parameter-missing'],
    ['PUT', '/deviceStates/Stasis:x?deviceState=', 'deviceState', 'parameter-missing'],
    ['PUT', '/deviceStates/Stasis:x?deviceState=BOGUS', 'deviceState', 'parameter-invalid'],
    ['PUT', '/mailboxes/a?newMessages=1', 'oldMessages', 'parameter-missing'],
    ['PUT', '/mailboxes/a?oldMessages=abc&newMessages=1', 'oldMessages', 'parameter-invalid'],
    ['PUT', '/mailboxes/a?oldMessages=-1&newMessages=1', 'oldMessages', 'parameter-invalid'],
    ['PUT', '/mailboxes/a?oldMessages=1.5&newMessages=1', 'oldMessages', 'parameter-invalid'],
    ['PUT', '/mailboxes/a?oldMessages=1e3&newMessages=1', 'oldMessages', 'parameter-invalid'],
    ['PUT', '/mailboxes/a?oldMessages=0x10&newMessages=1', 'oldMessages', 'parameter-invalid'],
    ['PUT', '/mailboxes/a?oldMessages=99999999999999999999&newMessages=1', 'oldMessages', 'parameter-invalid'],
    ['PUT', '/mailboxes/a?oldMessages=1&newMessages=2147483648', 'newMessages', 'parameter-invalid'],
    ['GET', '/asterisk/info?only=bogus', 'only', 'parameter-invalid'],
    ['GET', '/asterisk/variable', 'variable', 'parameter-missing'],
    ['POST', '/applications/papp/subscription', 'eventSource', 'parameter-missing'],
    ['POST', '/applications/papp/subscription?eventSource=', 'eventSource', 'parameter-missing'],
  ])('%s %s is refused because of %s: %s', async (method, path, parameter, code) => {
    const answer = await send(method, path);

    expect([answer.status, jsonOf(answer)]).toEqual([
      400,
      { ...failure(code, new RegExp(parameter)), parameter, allowed: expect.any(String) as string },
    ]);
  });

  it('of which several are wrong are all named', async () => {
    const answer = await send('PUT', '/mailboxes/a?oldMessages=x&newMessages=y');

    expect(jsonOf(answer)).toMatchObject({
      message: expect.stringMatching(/oldMessages.*'x'.*newMessages.*'y'/) as string,
    });
  });

  it.each([
    ['the number of a query', '/mailboxes/n?oldMessages=+7&newMessages=007', undefined],
    ['the number of a JSON body', '/mailboxes/n', { oldMessages: 7, newMessages: '7' }],
    ['numbers from both places', '/mailboxes/n?oldMessages=7', { newMessages: 7 }],
  ])('are brought to their type: %s', async (_, path, body) => {
    expect((await send('PUT', path.replaceAll('+7', '%2B7'), body)).status).toBe(204);
    expect(jsonOf(await send('GET', '/mailboxes/n'))).toMatchObject({ old_messages: 7, new_messages: 7 });
  });

  const sources = (device: string): string => `eventSource=deviceState:Stasis:${device}`;

  it.each([
    ['in one value', `?${sources('a')},deviceState:Stasis:b`, undefined],
    ['repeated', `?${sources('a')}&${sources('b')}`, undefined],
    ['both ways at once', `?${sources('a')}&${sources('b')},deviceState:Stasis:c`, undefined],
    ['escaped', '?eventSource=deviceState%3AStasis%3Aa%2CdeviceState%3AStasis%3Ab', undefined],
    ['in quotes', '?eventSource="deviceState:Stasis:a","deviceState:Stasis:b"'.replaceAll('"', '%22'), undefined],
    ['as a JSON list', '', { eventSource: ['deviceState:Stasis:a', 'deviceState:Stasis:b'] }],
  ])('that are lists may come %s', async (_, query, body) => {
    await send('DELETE', `/applications/papp/subscription?${sources('a')}`);

    const answer = await send('POST', `/applications/papp/subscription${query}`, body);

    expect(answer.status).toBe(200);
    expect(jsonOf(answer)).toMatchObject({
      device_names: expect.arrayContaining(['Stasis:a', 'Stasis:b']) as string[],
    });
  });

  it('with commas go through as one value of a JSON list', async () => {
    const answer = await send('POST', '/applications/papp/subscription', { eventSource: ['deviceState:Stasis:x,y'] });

    expect(jsonOf(answer)).toMatchObject({ device_names: expect.arrayContaining(['Stasis:x,y']) as string[] });
  });

  it('that are not declared are ignored', async () => {
    expect((await send('GET', '/asterisk/ping?foo=bar&only=x&__proto__=1&constructor=1')).status).toBe(200);
    expect((await send('GET', '/asterisk/ping', { foo: 'bar', toString: 1 })).status).toBe(200);
  });

  it('of the path come from the path only', async () => {
    await send('PUT', '/deviceStates/Stasis:here?deviceState=INUSE&deviceName=Stasis:there', {
      deviceName: 'Stasis:there',
    });

    expect(jsonOf(await send('GET', '/deviceStates/Stasis:here'))).toEqual({ name: 'Stasis:here', state: 'INUSE' });
    expect(jsonOf(await send('GET', '/deviceStates/Stasis:there'))).not.toMatchObject({ state: 'INUSE' });
  });

  it('have one spelling, and words of a list any letter case where the description says so', async () => {
    expect((await send('PUT', '/deviceStates/Stasis:x?devicestate=BUSY')).status).toBe(400);
    expect((await send('PUT', '/deviceStates/Stasis:x?deviceState=busy')).status).toBe(204);
  });
});
