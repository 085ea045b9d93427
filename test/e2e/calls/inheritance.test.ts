import type { Channel } from '../../../generated/models';
import { heard, until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import type { AppSocket } from '../../support/sockets/socket-peer';
import { refusal } from '../../support/sockets/socket-rest';

describe('what belongs to a call', () => {
  let rig: CallRig;
  let app: AppSocket;
  beforeAll(async () => {
    rig = await CallRig.start();
  });
  beforeEach(async () => {
    app = await rig.open('hello');
  });
  afterEach(() => rig.clear());
  afterAll(() => rig.close());

  const variable = async (channel: string, name: string): Promise<unknown> => {
    const { body } = await rig.rest.get(`/channels/${channel}/variable?variable=${encodeURIComponent(name)}`);
    return (body as { readonly value?: string }).value;
  };

  it('goes over from an originator to the channel made for it, and to no other', async () => {
    const variables = {
      'CHANNEL(language)': 'fr',
      'CHANNEL(accountcode)': 'sales',
      'CHANNEL(tenantid)': 'acme',
      _ONCE: '1',
      __ALWAYS: '2',
      OWN: '3',
    };
    await rig.rest.post('/channels/c1?endpoint=Local/up@default&app=hello&callerId=Bob<2000>', { variables });
    await until(app, 'StasisStart c1');
    const made = await rig.originate('c2', 'up', '&originator=c1');
    await until(app, 'StasisStart c2');
    await rig.call('c3', app);

    expect(made).toMatchObject({
      language: 'fr',
      accountcode: 'sales',
      tenantid: 'acme',
      connected: { name: 'Bob', number: '2000' },
    });
    expect(await variable('c2', 'CHANNEL(linkedid)')).toBe('c1');
    expect([await variable('c2', 'ONCE'), await variable('c2', 'ALWAYS'), await variable('c2', 'OWN')]).toEqual([
      '1',
      '2',
      undefined,
    ]);
    expect(await variable('c3', 'CHANNEL(linkedid)')).toBe('c3');
    expect((await rig.rest.get('/channels/c3')).body as Channel).toMatchObject({ language: 'en', accountcode: '' });
  });

  it('goes over with its formats and its redirection', async () => {
    const variables = { 'REDIRECTING(from-num)': '3000', 'REDIRECTING(reason)': 'cfb' };
    await rig.rest.post('/channels/c1?endpoint=Local/up@default&app=hello&formats=alaw', { variables });
    await until(app, 'StasisStart c1');

    const made = await rig.originate('c2', 'up', '&originator=c1');
    await until(app, 'StasisStart c2');

    expect(made).toMatchObject({ caller_rdnis: '3000' });
    expect(await variable('c2', 'REDIRECTING(reason)')).toBe('cfb');
    expect(await variable('c2', 'CHANNEL(audionativeformat)')).toBe('(alaw)');
  });

  it('lets the application of a channel that is created hear of its originator', async () => {
    const other = await rig.open('other');
    await rig.call('c1', app);

    await rig.rest.post('/channels/create?endpoint=Local/up@default&app=other&channelId=c2&originator=c1');
    await rig.rest.post('/channels/c1/variable?variable=NEWS&value=1');

    await until(other, 'ChannelVarset c1 NEWS=1');
    expect((await rig.rest.get('/applications/other')).body).toMatchObject({ channel_ids: ['c2', 'c1'] });
  });

  it.each([
    ['formats that nothing here can carry', '/channels?endpoint=Local/up@default&app=hello&formats=g729,gsm', 'g729'],
    ['app arguments without an application', '/channels?endpoint=Local/up@default&extension=up&appArgs=a', 'appArgs'],
    [
      'an id for a second channel where there is none',
      '/channels?endpoint=UnicastRTP/127.0.0.1:9&app=hello&otherChannelId=second',
      'otherChannelId',
    ],
    [
      'the same when it is only created',
      '/channels/create?endpoint=UnicastRTP/127.0.0.1:9&app=hello&otherChannelId=second',
      'otherChannelId',
    ],
  ])('is not asked for by %s', async (_what, target, parameter) => {
    const answer = await rig.rest.post(target);

    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject(refusal('request-invalid', parameter));
    expect((await rig.rest.get('/channels')).body).toEqual([]);
  });

  it.each([
    ['is told to both who meet in a bridge', '', ['1001', '1002']],
    ['is kept from them when the one who joins says so', '&inhibitConnectedLineUpdates=true', ['1002', '1001']],
  ])('%s', async (_, query, connected) => {
    await rig.originate('c1', 'up', '&callerId=<1001>');
    await until(app, 'StasisStart c1');
    await rig.originate('c2', 'up', '&callerId=<1002>');
    await until(app, 'StasisStart c2');
    await rig.rest.post('/bridges/b1');
    await rig.rest.post('/bridges/b1/addChannel?channel=c1');
    await rig.rest.post(`/bridges/b1/addChannel?channel=c2${query}`);

    const numbers: string[] = [];
    for (const id of ['c2', 'c1'])
      numbers.push(((await rig.rest.get(`/channels/${id}`)).body as Channel).connected.number);
    expect(numbers).toEqual(connected);
    expect((await heard(app)).some((line) => line.startsWith('ChannelConnectedLine'))).toBe(query === '');
  });

  it.each([
    ['post', '/channels/none/transfer_progress?states=channel_progress', 404, refusal('not-found', 'none')],
    ['post', '/channels/c1/transfer_progress?states=nonsense', 400, refusal('parameter-invalid', 'states')],
    ['post', '/channels/c1/transfer_progress', 400, refusal('parameter-missing', 'states')],
    ['get', '/channels/none/rtp_statistics', 404, refusal('not-found', 'none')],
    ['get', '/channels/c1/rtp_statistics', 403, refusal('forbidden', 'Local')],
    ['post', '/channels/c1/redirect', 400, refusal('parameter-missing', 'endpoint')],
    ['post', '/channels/c1/redirect?endpoint=nowhere', 422, refusal('unprocessable', 'endpoint')],
    ['post', '/channels/c1/redirect?endpoint=PJSIP/alice', 422, refusal('unprocessable', 'PJSIP', 'Local')],
  ] as const)('is asked for in vain: %s %s', async (method, target, status, body) => {
    await rig.call('c1', app);

    const answer = await rig.rest[method](target);

    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject(body);
  });
});
