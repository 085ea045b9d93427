import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutEffect } from '../../../src/config/pjsip/without-effect';
import type { PjsipConfig } from '../../../src/config/pjsip/pjsip-config';
import { projectRoot } from '../../../src/shared/project-root';
import { ConfFolders, ariConf, httpConf } from '../conf-folders';

const folders = new ConfFolders();
afterEach(() => folders.removeAll());

const base = { 'http.conf': httpConf, 'ari.conf': ariConf };
const sip = (text: string, more: Readonly<Record<string, string>> = {}): PjsipConfig =>
  folders.sound({ ...base, 'pjsip.conf': text, ...more }).pjsip;
const problems = (text: string, more: Readonly<Record<string, string>> = {}): string[] =>
  folders.problems({ ...base, 'pjsip.conf': text, ...more });
const notices = (text: string): string[] => folders.notices({ ...base, 'pjsip.conf': text });

const phone = `[transport-udp]
type=transport
protocol=udp
bind=0.0.0.0:5070
local_net=192.168.0.0/16
local_net=10.0.0.0/8,fd00::/8
external_media_address=203.0.113.5

[phone](!)
type=endpoint
context=phones
disallow=all
allow=ulaw,alaw

[100](phone)
auth=100
aors=100
callerid="Reception" <100>
[100]
type=auth
username=100
password=secret
[100]
type=aor
max_contacts=2
qualify_frequency=60
qualify_timeout=0.5
`;

describe('pjsip.conf', () => {
  it('is read into typed objects: templates, one name for several types, lists in pieces', () => {
    const { transports, endpoints, aors, auths } = sip(phone);

    expect(transports).toMatchObject([
      {
        id: 'transport-udp',
        protocol: 'udp',
        host: '0.0.0.0',
        port: 5070,
        externalMediaAddress: '203.0.113.5',
        localNetworks: ['192.168.0.0/16', '10.0.0.0/8', expect.stringMatching(/^fd00:.*\/8$/)],
      },
    ]);
    expect(endpoints).toMatchObject([
      {
        id: '100',
        context: 'phones',
        codecs: ['ulaw', 'alaw'],
        auths: ['100'],
        aors: ['100'],
        callerId: '"Reception" <100>',
        identifyBy: ['username', 'ip'],
        callsRefused: undefined,
        rules: [],
      },
    ]);
    expect(aors).toMatchObject([
      { id: '100', maxContacts: 2, qualifyFrequency: 60_000, qualifyTimeout: 500, minExpiration: 60, contacts: [] },
    ]);
    expect(auths).toMatchObject([{ id: '100', username: '100', secret: { password: 'secret' }, realm: '' }]);
  });

  it('has defaults for what it does not say', () => {
    const { global, system, endpoints } = sip('[a]\ntype = endpoint\n');

    expect(global).toMatchObject({
      userAgent: 'Patchbay',
      defaultRealm: 'Patchbay',
      maxForwards: 70,
      contactCheckInterval: 30_000,
      identifierOrder: ['ip', 'username', 'anonymous'],
    });
    expect(system).toEqual({ timerT1: 500, timerB: 32_000, staysOnUdp: true });
    expect(endpoints[0]).toMatchObject({
      forcesRport: true,
      symmetricRtp: false,
      codecs: ['opus', 'g722', 'ulaw', 'alaw'],
    });
  });

  it.each([
    ['allow = !all,ulaw,g722', ['ulaw', 'g722']],
    ['disallow = all\nallow = all\ndisallow = opus,slin,slin16', ['g722', 'ulaw', 'alaw']],
    ['allow = PCMA,ulaw:20\nallow = alaw', ['alaw', 'ulaw']],
    ['allow = (ulaw|alaw)', ['ulaw', 'alaw']],
  ])('chooses codecs from %j', (lines, codecs) => {
    expect(sip(`[a]\ntype = endpoint\n${lines}\n`).endpoints[0]?.codecs).toEqual(codecs);
  });

  it('leaves out codecs that this server does not have, and says so', () => {
    const text = '[a]\ntype = endpoint\nallow = g729,ulaw\n';

    expect(sip(text).endpoints[0]?.codecs).toEqual(['ulaw']);
    expect(notices(text)).toContain("pjsip.conf:3: ignored codec 'g729': this server does not have it");
  });

  it.each([
    ['webrtc = yes', 'webrtc = yes demands audio encrypted by DTLS'],
    ['media_encryption = dtls', 'media_encryption = dtls demands audio encrypted by DTLS'],
  ])('refuses calls to an endpoint with %s instead of weakening it', (line, reason) => {
    const text = `[a]\ntype = endpoint\n${line}\n`;

    expect(sip(text).endpoints[0]?.callsRefused).toContain(reason);
    expect(notices(text)).toEqual([expect.stringContaining(`pjsip.conf:1: [a] takes and makes no calls: ${reason}`)]);
  });

  it.each(['sdes', 'sdes\nmedia_encryption_optimistic = yes', 'dtls\nmedia_encryption_optimistic = yes'])(
    'takes calls with media_encryption = %s',
    (encryption) => {
      const text = `[a]\ntype = endpoint\nmedia_encryption = ${encryption}\n`;

      expect(sip(text).endpoints[0]?.callsRefused).toBeUndefined();
    },
  );

  it('reads trunks: identify, registration, static contacts', () => {
    const { identifies, registrations, aors } = sip(`[t]
type = endpoint
aors = t
outbound_auth = t
[t]
type = aor
contact = sip:sip.example.net:5060,<sip:backup.example.net>
[t]
type = auth
auth_type = md5
username = u
md5_cred = 0123456789abcdef0123456789abcdef
[t]
type = identify
endpoint = t
match = 203.0.113.10,2001:db8::/32
match = sip.example.net
match_header = X-Trunk: /^main/
[t]
type = registration
server_uri = sip:sip.example.net
client_uri = sip:u@sip.example.net
outbound_auth = t
retry_interval = 30
`);

    expect(identifies).toEqual([
      {
        id: 't',
        endpoint: 't',
        looksUpServices: true,
        transport: '',
        matches: [
          { network: '203.0.113.10/32' },
          { network: expect.stringMatching(/\/32$/) as string },
          { name: 'sip.example.net' },
        ],
        header: { name: 'X-Trunk', value: /^main/ },
      },
    ]);
    expect(registrations).toMatchObject([
      { retryInterval: 30_000, expiration: 3600, isRejectionPermanent: true, contactUser: 's' },
    ]);
    expect(aors[0]?.contacts).toEqual(['sip:sip.example.net:5060', 'sip:backup.example.net']);
  });

  it.each([
    ['[a]\ntype = endpoint\nauth = b\n', "pjsip.conf:3: [a] names the auth 'b', which does not exist"],
    ['[a]\ntype = endpoint\naors = b\n', "pjsip.conf:3: [a] names the aor 'b', which does not exist"],
    ['[a]\ntype = endpoint\ntransport = udp\n', "pjsip.conf:3: [a] names the transport 'udp', which does not exist"],
    ['[a]\ntype = identify\nmatch = 10.0.0.1\n', 'pjsip.conf:1: [a] has no endpoint'],
    [
      '[a]\ntype = registration\nserver_uri = sip:x\nclient_uri = example\n',
      "pjsip.conf:4: 'client_uri' cannot be 'example'",
    ],
    ['[a]\ntype = auth\nusername = a\n', 'pjsip.conf:1: [a] has no password'],
    ['[a]\ntype = auth\npassword = a\n', 'pjsip.conf:1: [a] has no username'],
    ['[a]\ntype = transport\nprotocol = tls\nbind = 127.0.0.1\n', 'pjsip.conf:1: [a] has no cert_file'],
    ['[a]\ntype = transport\n', 'pjsip.conf:1: [a] has no bind'],
    ['[a]\ntype = endpoint\nacl = office\n', "pjsip.conf:3: there is no acl 'office' in acl.conf"],
    ['[a]\ntype = endpiont\n', "pjsip.conf:2: [a] has the unknown type 'endpiont'; did you mean 'endpoint'?"],
    ['[a]\ncontext = x\n', 'pjsip.conf:1: [a] does not say what it is'],
    ['[a]\ntype = endpoint\ncontxt = x\n', "pjsip.conf:3: unknown option 'contxt' in [a]; did you mean 'context'?"],
    ['[a]\ntype = endpoint\ndtmf_mode = rfc\n', "pjsip.conf:3: 'dtmf_mode' cannot be 'rfc'"],
    ['[a]\ntype = endpoint\n[a]\ntype = endpoint\n', "pjsip.conf:3: there is a second endpoint 'a'"],
    ['[a]\ntype = endpoint\nno sign\n', 'pjsip.conf:3: the line has no ='],
  ])('has a problem in %j', (text, problem) => {
    expect(problems(text)).toEqual([expect.stringContaining(problem)]);
  });

  it('takes a name that leads nowhere yet, where objects can be made at run time', () => {
    const files = {
      ...base,
      'pjsip.conf': '[a]\ntype = endpoint\nauth = b\n',
      'sorcery.conf': '[res_pjsip]\nauth = memory\n',
    };

    expect(folders.problems(files)).toEqual([]);
    expect(folders.notices(files)).toEqual(["pjsip.conf:3: [a] names the auth 'b', which does not exist in the files"]);
  });

  it('ignores, and lists, what has no effect here: types and options', () => {
    expect(
      notices(
        '[a]\ntype = endpoint\nt38_udptl = yes\nice_support = yes\n[p]\ntype = phoneprov\n[l]\ntype = resource_list\n',
      ),
    ).toEqual([
      'pjsip.conf: without effect here: t38_udptl, ice_support, [p], type = phoneprov, [l], type = resource_list',
    ]);
  });

  it('does not let the shipped password in from elsewhere', () => {
    const auth = '[a]\ntype = auth\nusername = a\npassword = patchbay-phone\n';
    const transport = (host: string): string => `[t]\ntype = transport\nbind = ${host}\n`;

    expect(problems(auth + transport('127.0.0.1'))).toEqual([]);
    expect(problems(auth + transport('0.0.0.0'))).toEqual([
      expect.stringContaining("pjsip.conf:4: 'a' has the shipped password"),
    ]);
  });
});

describe('the options of the reference', () => {
  const known = JSON.parse(
    readFileSync(join(projectRoot(__dirname), 'test/data/pjsip-options.json'), 'utf8'),
  ) as Readonly<Record<string, Readonly<Record<string, string>>>>;

  it.each(Object.keys(known).filter((type) => type !== 'acl' && type !== 'domain_alias'))(
    'are all known: %s',
    (type) => {
      const lines = Object.keys(known[type] ?? {}).map((name) => `${name} = \n`);
      const { ignored, problems: found } = folders.load({
        ...base,
        'pjsip.conf': `[a]\ntype = ${type}\n${lines.join('')}`,
      });

      expect(found.filter(({ message }) => message.startsWith('unknown option'))).toEqual([]);
      expect(ignored.map(({ why }) => why).filter((why) => why !== 'without effect here')).toEqual([]);
      expect(ignored.map(({ what }) => what)).toEqual(Object.keys(withoutEffect[type as keyof typeof withoutEffect]));
    },
  );
});
