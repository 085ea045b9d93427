import { ConfFolders, ariConf, httpConf } from '../conf-folders';

const folders = new ConfFolders();
afterEach(() => folders.removeAll());

const base = { 'http.conf': httpConf, 'ari.conf': ariConf };

describe('phones.conf', () => {
  it('makes a phone of a name and a password', () => {
    const { transports, endpoints, aors, auths } = folders.sound({
      ...base,
      'phones.conf': '[alice]\npassword = pw\n',
    }).pjsip;

    expect(transports).toMatchObject([
      { protocol: 'udp', host: '127.0.0.1', port: 5060 },
      { protocol: 'tcp', host: '127.0.0.1', port: 5060 },
    ]);
    expect(endpoints).toMatchObject([
      {
        id: 'alice',
        auths: ['alice'],
        aors: ['alice'],
        context: 'default',
        forcesRport: true,
        symmetricRtp: true,
        rewritesContact: true,
        codecs: ['opus', 'g722', 'ulaw', 'alaw'],
      },
    ]);
    expect(aors).toMatchObject([{ id: 'alice', maxContacts: 10, removesExisting: true }]);
    expect(auths).toMatchObject([{ id: 'alice', username: 'alice', secret: { password: 'pw' } }]);
  });

  it('takes what a phone may have besides', () => {
    const { endpoints } = folders.sound({
      ...base,
      'phones.conf': `[general]
context = office
codecs = ulaw
[alice]
password = pw
callerid = Alice <1001>
voicemail = *97
[bob]
password = pw
context = lobby
codecs = !all,g722
mailbox = desk@default
`,
    }).pjsip;

    expect(endpoints).toMatchObject([
      {
        context: 'office',
        codecs: ['ulaw'],
        callerId: 'Alice <1001>',
        voicemailExtension: '*97',
        mailboxes: ['alice@default'],
      },
      { context: 'lobby', codecs: ['g722'], mailboxes: ['desk@default'] },
    ]);
  });

  it('listens where pjsip.conf says, unless it says so itself', () => {
    const transport = '[mine]\ntype = transport\nbind = 127.0.0.1:5070\n';
    const ids = (general: string): string[] =>
      folders
        .sound({ ...base, 'pjsip.conf': transport, 'phones.conf': `${general}[alice]\npassword = pw\n` })
        .pjsip.transports.map(({ id }) => id);

    expect(ids('')).toEqual(['mine']);
    expect(ids('[general]\nbind = 127.0.0.1\n')).toEqual(['mine', 'phones-udp', 'phones-tcp']);
  });

  it('takes its port from the command line or the environment', () => {
    const files = { ...base, 'phones.conf': '[alice]\npassword = pw\n' };
    const ports = (source: Parameters<typeof folders.sound>[1]): number[] =>
      folders.sound(files, source).pjsip.transports.map(({ port }) => port);

    expect(ports({ env: { PATCHBAY_SIP_PORT: '0' } })).toEqual([0, 0]);
    expect(ports({ env: { PATCHBAY_SIP_PORT: '0' }, flags: { 'sip-port': '5062' } })).toEqual([5062, 5062]);
  });

  it.each([
    ['[alice]\n', 'phones.conf:1: [alice] has no password'],
    ['[alice]\npassword = pw\npasswd = x\n', "phones.conf:3: unknown option 'passwd' in [alice]"],
    ['[alice smith]\npassword = pw\n', "phones.conf:1: a phone cannot be called 'alice smith'"],
    [
      '[general]\nbind = 0.0.0.0\n[alice]\npassword = patchbay-phone\n',
      "phones.conf:3: 'alice' has the shipped password",
    ],
  ])('has a problem in %j', (text, problem) => {
    expect(folders.problems({ ...base, 'phones.conf': text })[0]).toContain(problem);
  });
});

describe('pjsip_wizard.conf', () => {
  it('makes the objects of a phone that registers', () => {
    const { endpoints, aors, auths, identifies } = folders.sound({
      ...base,
      'pjsip_wizard.conf': `[user](!)
type = wizard
accepts_registrations = yes
accepts_auth = yes
endpoint/context = phones
aor/max_contacts = 3
[300](user)
inbound_auth/username = 300
inbound_auth/password = pw
hint_exten = 300
`,
    }).pjsip;

    expect(endpoints).toMatchObject([{ id: '300', auths: ['300-iauth'], aors: ['300'], context: 'phones' }]);
    expect(aors).toMatchObject([{ id: '300', maxContacts: 3, contacts: [] }]);
    expect(auths).toMatchObject([{ id: '300-iauth', username: '300' }]);
    expect(identifies).toEqual([]);
  });

  it('makes the objects of a trunk', () => {
    const { endpoints, aors, identifies, registrations } = folders.sound({
      ...base,
      'pjsip_wizard.conf': `[trunk]
type = wizard
sends_auth = yes
sends_registrations = yes
remote_hosts = sip1.example.net:5065,192.0.2.7
outbound_auth/username = u
outbound_auth/password = pw
`,
    }).pjsip;

    expect(endpoints).toMatchObject([{ id: 'trunk', outboundAuths: ['trunk-oauth'], auths: [] }]);
    expect(aors[0]?.contacts).toEqual(['sip:sip1.example.net:5065', 'sip:192.0.2.7']);
    expect(identifies).toMatchObject([
      { endpoint: 'trunk', matches: [{ name: 'sip1.example.net' }, { network: '192.0.2.7/32' }] },
    ]);
    expect(registrations).toMatchObject([
      {
        id: 'trunk-reg-0',
        serverUri: 'sip:sip1.example.net:5065',
        clientUri: 'sip:u@sip1.example.net:5065',
        contactUser: 'u',
      },
      { id: 'trunk-reg-1', serverUri: 'sip:192.0.2.7', clientUri: 'sip:u@192.0.2.7' },
    ]);
  });
});
