import { freePort } from '../support/server/http-process';
import { eventually } from '../support/eventually';
import { Baresip } from '../support/interop/baresip';
import { ForeignPrograms, withPrograms } from '../support/interop/programs';
import { Sipp } from '../support/interop/sipp';
import { SipRig } from '../support/sip/sip-rig';
import type { AppSocket, Message } from '../support/sockets/socket-peer';

const pjsip = `
[sipp](phone)
aors = sipp
[sipp](address)
mailboxes = sipp@default
[sipp]
type = identify
endpoint = sipp
match = 127.0.0.1
[nina](phone)
auth = nina
aors = nina
[nina](address)
mailboxes = nina@default
[nina](secret)
username = nina
password = nina
[global]
type = global
endpoint_identifier_order = username,ip
`;
const extensions = 'exten => lamp,hint,Stasis:lamp\n';

let rig: SipRig;
let app: AppSocket;
let programs: ForeignPrograms;
beforeAll(async () => {
  rig = await SipRig.start({ pjsip, extensions });
});
beforeEach(async () => {
  // The last subscription ends when its end has been acknowledged.
  await eventually(
    () => rig.calls.server.counts().sipDialogs === 0,
    () => 'a subscription is left',
  );
  programs = new ForeignPrograms();
  app = await rig.open('hello&subscribeAll=true');
  await lamp('NOT_INUSE');
});
afterEach(async () => {
  await programs.close();
  await rig.clear();
});
afterAll(() => rig.close());

async function lamp(state: string): Promise<void> {
  await rig.rest.call('PUT', `/deviceStates/Stasis:lamp?deviceState=${state}`);
}

async function next(type: string): Promise<Message> {
  for (;;) {
    const message = await app.next();
    if (message.type === type) return message;
  }
}

/** Something has subscribed. */
async function subscribed(): Promise<void> {
  await eventually(
    () => rig.calls.server.counts().sipDialogs > 0,
    () => 'there is no subscription',
  );
}

const textIn = (message: Message): unknown => (message['message'] as { readonly body: unknown }).body;

describe('sipp', () => {
  withPrograms(['sipp'], 'sends a text with digest credentials', async () => {
    const sipp = Sipp.start(programs, {
      scenario: 'message',
      server: rig.port,
      user: 'alice',
      options: ['-s', 'anyone', '-m', '1'],
    });

    expect(textIn(await next('TextMessageReceived'))).toBe('hello from sipp');
    expect(await sipp.finished()).toMatchObject({ successful: 1 });
  });

  withPrograms(['sipp'], 'takes a text', async () => {
    const port = await freePort();
    const sipp = await Sipp.startAnswering(programs, port, { scenario: 'take-message', options: ['-m', '1'] });

    const to = encodeURIComponent(`pjsip:sipp/sip:sipp@127.0.0.1:${port}`);
    await rig.rest.call('PUT', `/endpoints/sendMessage?to=${to}&from=sip:x@y&body=hello%20sipp`);

    expect(await sipp.finished()).toMatchObject({ successful: 1 });
  });

  withPrograms(['sipp'], 'watches an extension', async () => {
    const sipp = Sipp.start(programs, {
      scenario: 'watch',
      server: rig.port,
      options: ['-s', 'lamp', '-key', 'event', 'dialog', '-m', '1'],
    });
    await subscribed();
    await lamp('RINGING');

    expect(await sipp.finished()).toMatchObject({ successful: 1 });
  });

  withPrograms(['sipp'], 'watches a mailbox', async () => {
    const sipp = Sipp.start(programs, {
      scenario: 'watch',
      server: rig.port,
      options: ['-s', 'sipp', '-key', 'event', 'message-summary', '-m', '1'],
    });
    await subscribed();
    await rig.rest.call('PUT', '/mailboxes/sipp@default?newMessages=1&oldMessages=0');

    expect(await sipp.finished()).toMatchObject({ successful: 1 });
  });
});

describe('baresip', () => {
  /**
   * Registered, with an address book of one extension. It subscribes to its mailbox in the test of that alone: it may do so
   * again and again without a pause, and answers nothing else meanwhile.
   */
  async function baresip(hasMailbox = false): Promise<Baresip> {
    const account = `nina@127.0.0.1:${rig.port}`;
    const contacts = `"Lamp" <sip:lamp@127.0.0.1:${rig.port}>;presence=p2p\n`;
    const phone = await Baresip.start(programs, {
      account,
      password: 'nina',
      params: `;regint=120;mwi=${hasMailbox ? 'yes' : 'no'}`,
      contacts,
      applications: ['contact', 'presence', ...(hasMailbox ? ['mwi'] : []), 'stdio'],
    });
    await eventually(
      async () => ((await rig.rest.get('/endpoints/PJSIP/nina')).body as { state: string }).state === 'online',
      () => 'baresip has not registered',
    );
    return phone;
  }

  /** What its address book says. */
  async function shows(phone: Baresip, pattern: RegExp): Promise<void> {
    let shown = '';
    await eventually(
      async () => pattern.test((shown = await phone.ask('contacts'))),
      () => `the address book of baresip does not show ${pattern.source}: ${shown}`,
    );
  }

  withPrograms(['baresip'], 'sends a text and takes one', async () => {
    const phone = await baresip();
    const sent = await rig.rest.call('PUT', '/endpoints/PJSIP/nina/sendMessage?from=sip:shop@example.com&body=ready');
    expect(sent.status).toBe(202);
    await phone.prints(/shop@example.com.*ready/);

    phone.command('contact_next');
    phone.command('message', 'on my way');

    expect(textIn(await next('TextMessageReceived'))).toBe('on my way');
    await phone.stop();
  });

  withPrograms(['baresip'], 'sees the presence of an extension', async () => {
    const phone = await baresip();
    await shows(phone, /Online/);

    await lamp('UNAVAILABLE');

    await shows(phone, /Offline/);
    await phone.stop();
  });

  withPrograms(['baresip'], 'subscribes to its mailbox', async () => {
    const phone = await baresip(true);
    await subscribed();

    await rig.rest.call('PUT', '/mailboxes/nina@default?newMessages=3&oldMessages=0');

    // The first one may have come before anything listened to its events.
    for (let told = ''; !told.includes('Voice-Message: 3/0');) told = (await phone.until('MWI_NOTIFY')).param ?? '';
    await phone.stop();
  });
});
