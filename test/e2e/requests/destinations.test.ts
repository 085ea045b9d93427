import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import { eventually } from '../../support/eventually';
import { refusal } from '../../support/sockets/socket-rest';

const uuid = '40325ec2-5efd-4bd3-805f-53576e581d13';
const dialplan = `
exten => agi,1,AGI(agi://169.254.169.254/script)
 same => n,UserEvent(agi,status:\${AGISTATUS})
exten => socket,1,Answer(,i)
 same => n,AudioSocket(${uuid},239.1.1.1:4000)
`;
const files = { 'http_media_cache.conf': '[general]\nenabled = yes\n' };

describe('a server that is asked to connect somewhere', () => {
  let rig: CallRig;
  beforeAll(async () => {
    rig = await CallRig.start(dialplan, files);
  });
  afterEach(() => rig.clear());
  afterAll(() => rig.close());

  const media = (query: string) => rig.rest.post(`/channels/externalMedia?app=hello&format=slin&${query}`);
  const logged = async (words: RegExp): Promise<void> => {
    const log = (): string => readFileSync(join(rig.server.folder, 'state/log/messages'), 'utf8');
    await eventually(() => words.test(log()), log);
  };

  it.each([
    ['external_host=239.1.1.1:4000', 'multicast'],
    ['external_host=255.255.255.255:4000', 'broadcast'],
    ['external_host=0.0.0.0:4000', 'unspecified'],
    ['external_host=[fd00:ec2::254]:80', 'metadata'],
    [`external_host=169.254.169.254:80&encapsulation=audiosocket&transport=tcp&data=${uuid}`, 'metadata'],
  ])('refuses external media at %s', async (query, word) => {
    const { status, body } = await media(query);

    expect([status, body]).toEqual([400, refusal('request-invalid', 'external_host', word)]);
  });

  it('refuses its own listener, also by name', async () => {
    const { port } = new URL(rig.server.origin);
    const request = `encapsulation=audiosocket&transport=tcp&data=${uuid}`;
    const answers = [
      await media(`external_host=127.0.0.1:${port}&${request}`),
      await media(`external_host=localhost:${port}&${request}`),
    ];

    for (const { status, body } of answers)
      expect([status, body]).toEqual([400, refusal('request-invalid', 'where this server listens itself')]);
  });

  it('refuses a port of its own audio', async () => {
    await rig.open('hello');
    const opened = await media('external_host=127.0.0.1:4000');
    const variables = (opened.body as { readonly channelvars: Readonly<Record<string, string>> }).channelvars;
    const own = `${variables['UNICASTRTP_LOCAL_ADDRESS']}:${variables['UNICASTRTP_LOCAL_PORT']}`;
    const { status, body } = await media(`external_host=${own}`);

    expect([status, body]).toEqual([400, refusal('request-invalid', 'of this server itself')]);
  });

  it('refuses them in endpoints, AGI and AudioSocket(), and of sounds', async () => {
    const app = await rig.open('hello');
    const originated = await rig.rest.post('/channels?endpoint=UnicastRTP/224.0.0.1:4000&app=hello');
    await rig.originate('c1', 'agi');
    await logged(/169\.254\.169\.254 is a cloud metadata address/);
    await rig.originate('c2', 'socket');
    await logged(/AudioSocket has failed.*239\.1\.1\.1 is a multicast address/);
    await rig.call('c3', app);
    await rig.rest.post(`/channels/c3/play?media=${encodeURIComponent('sound:http://169.254.169.254/latest.wav')}`);
    await logged(
      /latest\.wav.*169\.254\.169\.254 is a cloud metadata address|169\.254\.169\.254 is a cloud metadata address.*latest\.wav/,
    );

    expect([originated.status, originated.body]).toEqual([400, refusal('request-invalid', 'endpoint', 'multicast')]);
    await until(app, 'PlaybackFinished');
  });
});

describe('a server that is told to allow it', () => {
  let rig: CallRig;
  beforeAll(async () => {
    rig = await CallRig.start('', { 'asterisk.conf': '[options]\nallow_destinations = 169.254.0.0/16,127.0.0.0/8\n' });
  });
  afterAll(() => rig.close());

  it.each(['169.254.1.1:4000', '127.0.0.1:4000'])('sends audio to %s', async (host) => {
    const { body } = await rig.rest.post(`/channels/externalMedia?app=hello&format=slin&external_host=${host}`);

    // Whether there is a way to that network is another matter.
    expect(JSON.stringify(body)).not.toMatch(/does not connect to/);
  });
});
