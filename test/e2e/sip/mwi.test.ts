import { SipRig } from '../../support/sip/sip-rig';
import { nextNotify, requestsLeft, SipWatcher } from '../../support/sip/sip-watcher';

const phones = `
[frank](phone)
aors = frank
mailboxes = frank@default,team@default
voicemail_extension = 8500
mwi_from_user = voicemail
[frank](address)

[gina](phone)
aors = gina
mailboxes = gina@default,team@default
aggregate_mwi = no
[gina](address)

[heidi](phone)
aors = heidi
mailboxes = heidi@default
mwi_subscribe_replaces_unsolicited = yes
[heidi](address)
mailboxes = heidi@default
voicemail_extension = 8600

[ivan](phone)
aors = ivan
allow_subscribe = no
[ivan](address)
mailboxes = ivan@default
`;

let rig: SipRig;
beforeAll(async () => {
  rig = await SipRig.start({ pjsip: phones });
});
afterEach(async () => {
  for (const { name } of (await rig.rest.get('/mailboxes')).body as readonly { readonly name: string }[])
    await rig.rest.delete(`/mailboxes/${name}`);
  await rig.clear();
});
afterAll(() => rig.close());

async function put(mailbox: string, newMessages: number, oldMessages = 0): Promise<void> {
  await rig.rest.call('PUT', `/mailboxes/${mailbox}?newMessages=${newMessages}&oldMessages=${oldMessages}`);
}

describe('a phone with mailboxes', () => {
  it('is told of its messages when it registers and whenever they change, all mailboxes together', async () => {
    const frank = await rig.registered('frank');
    const first = await nextNotify(frank);

    await put('team@default', 1, 4);
    const second = await nextNotify(frank);
    await put('frank@default', 2);
    const third = await nextNotify(frank);
    await rig.rest.delete('/mailboxes/frank@default');
    const fourth = await nextNotify(frank);

    expect(first.headers.raw('Event')).toBe('message-summary');
    expect(first.headers.raw('Subscription-State')).toBe('terminated');
    expect(first.headers.raw('From')).toMatch(/^<sip:voicemail@127.0.0.1>;tag=/);
    const account = 'Message-Account: sip:8500@127.0.0.1\r\n';
    expect([first, second, third, fourth].map(({ body }) => body.toString())).toEqual([
      `Messages-Waiting: no\r\n${account}Voice-Message: 0/0 (0/0)\r\n`,
      `Messages-Waiting: yes\r\n${account}Voice-Message: 1/4 (0/0)\r\n`,
      `Messages-Waiting: yes\r\n${account}Voice-Message: 3/4 (0/0)\r\n`,
      `Messages-Waiting: yes\r\n${account}Voice-Message: 1/4 (0/0)\r\n`,
    ]);
  });

  it('is told of each mailbox by itself where that is configured', async () => {
    const gina = await rig.registered('gina');
    await nextNotify(gina);
    await nextNotify(gina);

    await put('gina@default', 5);
    await put('team@default', 1);

    const told = [await nextNotify(gina), await nextNotify(gina)];
    expect(told.map(({ body }) => body.toString())).toEqual([
      'Messages-Waiting: yes\r\nVoice-Message: 5/0 (0/0)\r\n',
      'Messages-Waiting: yes\r\nVoice-Message: 1/0 (0/0)\r\n',
    ]);
  });

  it('is told of a message only once where its subscription replaces what comes unasked', async () => {
    const heidi = await rig.registered('heidi');
    await nextNotify(heidi);
    const watcher = new SipWatcher(heidi, { user: 'heidi', event: 'message-summary', port: rig.port });

    const { status, headers } = await watcher.subscribe({ Accept: 'application/simple-message-summary' });
    const first = await watcher.told();
    await put('heidi@default', 1);
    const second = await watcher.told();

    expect([status, headers.raw('Expires')]).toEqual([200, '600']);
    expect(first.body.toString()).toBe(
      'Messages-Waiting: no\r\nMessage-Account: sip:8600@127.0.0.1\r\nVoice-Message: 0/0 (0/0)\r\n',
    );
    expect(second.headers.raw('Subscription-State')).toMatch(/^active;expires=\d+$/);
    expect(second.body.toString()).toContain('Voice-Message: 1/0 (0/0)');
    await watcher.subscribe({ Expires: '0' });
    expect((await watcher.told()).headers.raw('Subscription-State')).toBe('terminated;reason=timeout');
    expect(requestsLeft(heidi, 'NOTIFY')).toBe(0);
  });

  it.each([
    ['ivan', 'ivan', 603],
    ['heidi', 'ivan', 404],
    ['frank', 'frank', 404],
    ['heidi', '8600', 200],
  ])('%s that subscribes to %s is answered %d', async (name, user, status) => {
    const phone = await rig.registered(name);
    const watcher = new SipWatcher(phone, { user, event: 'message-summary', port: rig.port });

    expect((await watcher.subscribe()).status).toBe(status);
  });
});

describe('the modules of waiting messages', () => {
  it('take what they bring along when they are unloaded', async () => {
    const heidi = await rig.registered('heidi');
    const watcher = new SipWatcher(heidi, { user: 'heidi', event: 'message-summary', port: rig.port });
    await watcher.subscribe();
    await watcher.told();

    await rig.rest.delete('/asterisk/modules/res_pjsip_mwi.so');

    expect((await watcher.told()).headers.raw('Subscription-State')).toBe('terminated;reason=deactivated');
    const again = new SipWatcher(heidi, { user: 'heidi', event: 'message-summary', port: rig.port });
    const refused = await again.subscribe();
    expect([refused.status, refused.headers.raw('Allow-Events')]).toEqual([489, 'presence, dialog']);
    await rig.rest.post('/asterisk/modules/res_pjsip_mwi.so');
    await rig.rest.delete('/asterisk/modules/res_pjsip_mwi_body_generator.so');
    expect((await again.subscribe()).status).toBe(489);
    await rig.rest.post('/asterisk/modules/res_pjsip_mwi_body_generator.so');
    expect((await again.subscribe()).status).toBe(200);
  });
});
