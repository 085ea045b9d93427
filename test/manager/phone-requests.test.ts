import { makeResponse } from '../../src/sip/message/make-response';
import type { SipRequest } from '../../src/sip/message/message';
import { ManagerClient } from '../support/manager/manager-client';
import { managerConf } from '../support/manager/manager-server';
import type { SipPhone } from '../support/sip/sip-phone';
import { SipRig } from '../support/sip/sip-rig';

const notifyConf =
  '[reboot]\nEvent => check-sync\\;reboot=true\nContent-type => text/plain\nContent => one\nContent => two\n';

describe('requests to phones over the manager interface', () => {
  let rig: SipRig;
  let client: ManagerClient;
  let phone: SipPhone;
  beforeAll(async () => {
    rig = await SipRig.start({ files: { 'manager.conf': managerConf(), 'pjsip_notify.conf': notifyConf } });
  });
  beforeEach(async () => {
    phone = await rig.registered('bob');
    client = await ManagerClient.logIn(rig.calls.server.managerPort());
  });
  afterEach(async () => {
    await client.close();
    await rig.clear();
  });
  afterAll(() => rig.close());

  /** The next request of that method, which is answered. */
  async function received(method: string): Promise<SipRequest> {
    const request = await phone.until(
      () => phone.received.find((each): each is SipRequest => each.kind === 'request' && each.method === method),
      () => `the phone received no ${method}`,
    );
    phone.send(makeResponse(request, 200));
    return request;
  }

  it('send what a section of pjsip_notify.conf says', async () => {
    const { fields } = await client.ask({ Action: 'PJSIPNotify', Endpoint: 'bob', Option: 'reboot' });
    const { headers, body } = await received('NOTIFY');

    expect(fields).toMatchObject({ Response: 'Success', Message: 'NOTIFY sent' });
    expect(headers.raw('Event')).toBe('check-sync;reboot=true');
    expect([headers.raw('Content-Type'), String(body)]).toEqual(['text/plain', 'one\r\ntwo']);
  });

  it('send the header fields of the action', async () => {
    const Variable = ['Event=message-summary', 'X-Colour=blue, green'];
    await client.ask({ Action: 'PJSIPNotify', Endpoint: 'bob', Variable });

    const { headers } = await received('NOTIFY');

    expect([headers.raw('Event'), headers.raw('X-Colour')]).toEqual(['message-summary', 'blue, green']);
  });

  it.each([
    [{ Endpoint: 'bob' }, 'Exactly one of Option and Variable must be specified'],
    [{ Option: 'reboot' }, 'Exactly one of Endpoint and URI must be specified'],
    [{ Endpoint: 'bob', Option: 'dance' }, 'Option dance is not a section of pjsip_notify.conf'],
    [{ Endpoint: 'nobody', Option: 'reboot' }, "NOTIFY not sent: there is no endpoint 'nobody'"],
    [{ Endpoint: 'erin', Option: 'reboot' }, "NOTIFY not sent: endpoint 'erin' has no contact that can be reached"],
    [{ Endpoint: 'bob', Variable: 'Via=x' }, 'NOTIFY not sent: the server itself writes the header field Via'],
    [{ Endpoint: 'bob', Variable: 'a b=x' }, "NOTIFY not sent: 'a b' cannot be the name of a header field"],
    [{ Channel: 'x', Option: 'reboot' }, 'Channel is not served: phones are notified outside of calls'],
  ])('refuse %j', async (sent, message) => {
    const { fields } = await client.ask({ Action: 'PJSIPNotify', ...sent });

    expect(fields).toMatchObject({ Response: 'Error', Message: message });
  });

  it('ask contacts whether they are there', async () => {
    await client.ask({ Action: 'PJSIPQualify', Endpoint: 'bob' });
    await received('OPTIONS');

    const { fields } = await client.heard({ Event: 'ContactStatus', ContactStatus: 'Reachable', AOR: 'bob' });
    expect(Number(fields['RoundtripUsec'])).toBeGreaterThan(0);
    const unknown = await client.ask({ Action: 'PJSIPQualify', Endpoint: 'nobody' });
    expect(unknown.fields['Message']).toBe('Unable to retrieve endpoint nobody');
  });
});

describe('waiting for events', () => {
  it('ends with the next event, and holds up no other action', async () => {
    const rig = await SipRig.start({ files: { 'manager.conf': managerConf() } });
    const client = await ManagerClient.logIn(rig.calls.server.managerPort());
    await client.heard({ Event: 'FullyBooted' });

    client.send({ Action: 'WaitEvent', ActionID: 'waiting' });
    expect((await client.ask({ Action: 'Ping' })).fields['Ping']).toBe('Pong');
    client.send({ Action: 'UserEvent', UserEvent: 'Tea', ActionID: 'telling' });
    await client.heard({ Event: 'WaitEventComplete', ActionID: 'waiting' });

    const order = client.told.map(({ fields }) => fields['Event'] ?? fields['ActionID']);
    expect(order.indexOf('UserEvent')).toBeLessThan(order.indexOf('waiting'));
    await client.close();
    await rig.close();
  });
});
