import { SipRig } from '../../support/sip/sip-rig';
import type { SipPhone } from '../../support/sip/sip-phone';
import { SipWatcher } from '../../support/sip/sip-watcher';

const phones = `
[judy](phone)
aors = judy
subscribe_context = hints
sub_min_expiry = 60
[judy](address)
[kate](judy)
type = endpoint
aors = kate
notify_early_inuse_ringing = yes
[kate](address)
`;
const hints = `
[hints]
exten => 100,hint,Stasis:lamp
exten => 200,hint,Stasis:lamp&PJSIP/alice
exten => a&b,hint,Stasis:lamp
`;

let rig: SipRig;
beforeAll(async () => {
  rig = await SipRig.start({ pjsip: phones, extensions: hints });
});
beforeEach(() => set('NOT_INUSE'));
afterEach(() => rig.clear());
afterAll(() => rig.close());

async function set(state: string): Promise<void> {
  await rig.rest.call('PUT', `/deviceStates/Stasis:lamp?deviceState=${state}`);
}

function watch(phone: SipPhone, user: string, event: string): SipWatcher {
  return new SipWatcher(phone, { user, event, port: rig.port });
}

describe('a phone that watches an extension', () => {
  it('sees its calls as dialogs', async () => {
    const watcher = watch(await rig.registered('judy'), '100', 'dialog');
    expect((await watcher.subscribe({ Accept: 'application/dialog-info+xml' })).status).toBe(200);
    const idle = await watcher.told();

    const shown: string[] = [];
    for (const state of ['RINGING', 'INUSE', 'RINGINUSE', 'ONHOLD', 'UNAVAILABLE']) {
      await set(state);
      const { body } = await watcher.told();
      const [, version] = /version="(\d+)"/.exec(body.toString()) ?? [];
      const [, dialog] = /<state>(\w+)</.exec(body.toString()) ?? [];
      shown.push(`${version ?? ''} ${dialog ?? ''}`);
    }

    expect(idle.headers.raw('Content-Type')).toBe('application/dialog-info+xml');
    expect(idle.body.toString()).toBe(
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<dialog-info xmlns="urn:ietf:params:xml:ns:dialog-info" version="0" state="full" entity="sip:100@127.0.0.1">',
        ' <dialog id="100">',
        '  <state>terminated</state>',
        ' </dialog>',
        '</dialog-info>',
        '',
      ].join('\n'),
    );
    expect(shown).toEqual(['1 early', '2 confirmed', '3 confirmed', '4 confirmed', '5 terminated']);
  });

  it('sees a second call ring where that is configured', async () => {
    const watcher = watch(await rig.registered('kate'), '100', 'dialog');
    await watcher.subscribe();
    await watcher.told();
    await set('RINGINUSE');

    expect((await watcher.told()).body.toString()).toContain('<state>early</state>');
  });

  it('sees its presence', async () => {
    const watcher = watch(await rig.registered('judy'), '100', 'presence');
    await watcher.subscribe();
    const open = await watcher.told();
    await set('UNAVAILABLE');
    const closed = await watcher.told();

    expect(open.headers.raw('Content-Type')).toBe('application/pidf+xml');
    expect(open.body.toString()).toContain('<basic>open</basic>');
    expect(closed.body.toString()).toContain('<basic>closed</basic>');
    expect(closed.body.toString()).toContain('<rpid:away/>');
  });

  it('is not told what makes no difference, and a name cannot break the document', async () => {
    const judy = await rig.registered('judy');
    const [both, odd] = [watch(judy, '200', 'dialog'), watch(judy, 'a&b', 'dialog')];
    await both.subscribe();
    await both.told();
    await odd.subscribe();
    expect((await odd.told()).body.toString()).toContain('<dialog id="a&amp;b">');

    // Its phone cannot be reached, which counts for nothing while the lamp is there.
    await rig.registered('alice');
    await set('INUSE');

    expect((await both.told()).body.toString()).toMatch(/version="1"[\s\S]*confirmed/);
  });

  it.each([
    ['300', 'dialog', {}, 404],
    ['100', 'dialog', { Accept: 'application/pidf+xml' }, 406],
    ['100', 'presence', { Accept: 'application/rlmi+xml, multipart/related', Supported: 'eventlist' }, 406],
    ['100', 'presence', { Require: 'eventlist' }, 420],
    ['100', 'dialog', { Expires: '59' }, 423],
    ['100', 'conference', {}, 489],
  ])('asking for %s, %s with %j is answered %d', async (user, event, headers, status) => {
    const watcher = watch(await rig.registered('judy'), user, event);

    expect((await watcher.subscribe(headers)).status).toBe(status);
  });

  it('hears when the hint is taken out of the dialplan', async () => {
    const watcher = watch(await rig.registered('judy'), '100', 'dialog');
    await watcher.subscribe();
    await watcher.told();

    rig.calls.server.configure('extensions.conf', '[hints]\nexten => 200,hint,Stasis:lamp\n');
    await rig.rest.call('PUT', '/asterisk/modules/pbx_config.so');

    expect((await watcher.told()).headers.raw('Subscription-State')).toBe('terminated;reason=noresource');
  });
});

describe('PUBLISH', () => {
  it('is not allowed, and says what is', async () => {
    const alice = await rig.phone('alice');
    const answer = await alice.ask(alice.request('PUBLISH', { headers: { Event: 'presence' } }));

    expect(answer.status).toBe(405);
    expect(answer.headers.raw('Allow')).toMatch(/MESSAGE.*SUBSCRIBE/);
    expect(answer.headers.raw('Allow')).not.toContain('PUBLISH');
  });
});
