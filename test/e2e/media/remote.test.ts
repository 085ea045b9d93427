import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerResponse } from 'node:http';
import { until } from '../../support/calls/call-events';
import { eventually, within } from '../../support/eventually';
import { CallRig } from '../../support/calls/call-rig';
import type { AppSocket } from '../../support/sockets/socket-peer';
import { silentWav, SoundServer } from '../../support/media/sound-server';

const wav = silentWav(40);

let web: SoundServer;
let rig: CallRig;
let socket: AppSocket;

/** What is kept on the disk of what was fetched. */
const kept = (): readonly string[] => {
  const folder = join(rig.server.folder, 'state', 'spool', 'http-media');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'));
};

/** Files are removed in their own time. */
const keeps = (count: number): Promise<void> =>
  eventually(
    () => kept().length === count,
    () => `there should be ${count}: ${kept().join(' ')}`,
  );

/** Plays an address to the end, and tells how that was. */
async function play(address: string): Promise<string> {
  const media = encodeURIComponent(`sound:${address}`);
  const { status, body } = await rig.rest.post(`/channels/c1/play?media=${media}`);
  expect(status).toBe(201);
  const { id } = body as { readonly id: string };
  for (;;) {
    const message = await within(socket.next(), () => `${address} does not end`);
    const playback = message['playback'] as { readonly id: string; readonly state: string } | undefined;
    if (message.type === 'PlaybackFinished' && playback?.id === id) return playback.state;
  }
}

describe('sounds of other servers', () => {
  beforeAll(async () => {
    web = await SoundServer.start();
    rig = await CallRig.start(
      `
exten => prompt,1,Answer(,i)
 same => n,Playback(${web.origin}/prompt.wav)
 same => n,Stasis(hello,\${PLAYBACKSTATUS})
`,
      {
        'http_media_cache.conf':
          '[general]\nenabled = yes\ntimeout_secs = 3\nmax_size = 2000\nmax_redirects = 2\ndeny = 169.254.0.0/16\n',
        'musiconhold.conf': `[far]\nmode = playlist\nentry = ${web.origin}/music.wav\n`,
      },
    );
    await rig.rest.get('/channels');
  });
  beforeEach(async () => {
    web.asked.length = 0;
    socket = await rig.open('hello');
    await rig.call('c1', socket);
  });
  afterEach(() => rig.clear());
  afterAll(async () => {
    await rig.close();
    await web.close();
  });

  it.each([
    ['is not there', (): void => undefined, '/none.wav'],
    ['is too large', () => web.has('/a.wav', Buffer.alloc(2001)), '/a.wav'],
    ['never ends', () => web.at('/a.wav', (response) => response.writeHead(200).write('RIFF')), '/a.wav'],
    ['redirects for ever', () => web.at('/a.wav', redirect('/a.wav')), '/a.wav'],
    ['leads to a closed network', () => web.at('/a.wav', redirect('http://169.254.169.254/')), '/a.wav'],
    ['is of another type', () => web.has('/page', wav, { 'content-type': 'image/png' }), '/page'],
    [
      'is not what its name says',
      () => web.has('/a.wav', Buffer.alloc(100), { 'cache-control': 'no-store' }),
      '/a.wav',
    ],
    ['nobody serves', (): void => undefined, 'http://127.0.0.1:1/a.wav'],
  ])('fail where one %s, and nothing of it is left', async (_what, prepare, path) => {
    prepare();

    expect(await play(path.startsWith('/') ? `${web.origin}${path}` : path)).toBe('failed');
    await keeps(0);
    expect(rig.server.counts().mediaTasks).toBe(0);
  });

  it('that may not be kept are gone when they have been heard', async () => {
    web.has('/once.wav', wav, { 'cache-control': 'no-store' });

    expect(await play(`${web.origin}/once.wav`)).toBe('done');
    await keeps(0);
  });

  it('are heard, and fetched again only when they have changed', async () => {
    web.at('/x.wav', (response, request) => {
      const isKnown = request.headers['if-none-match'] === '"1"';
      response.writeHead(isKnown ? 304 : 200, { etag: '"1"' }).end(isKnown ? undefined : wav);
    });

    expect([await play(`${web.origin}/x.wav`), await play(`${web.origin}/x.wav`)]).toEqual(['done', 'done']);
    expect(web.asked.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"1"']);
    await keeps(1);
  });

  it('are prompts in the dialplan, too', async () => {
    web.has('/prompt.wav', wav, { 'cache-control': 'max-age=60' });
    await rig.originate('c2', 'prompt');

    await until(socket, 'StasisStart c2;2 SUCCESS');
    expect(web.askedFor('/prompt.wav')).toHaveLength(1);
  });

  it('are music on hold', async () => {
    web.has('/music.wav', wav, { 'cache-control': 'max-age=60' });
    expect(await rig.status('post', '/channels/c1/moh?mohClass=far')).toBe(204);
    await web.until(() => web.askedFor('/music.wav').length === 1);
    await eventually(
      () => rig.server.counts().mediaTasks === 1,
      () => 'the music does not play',
    );
    expect(await rig.status('delete', '/channels/c1/moh')).toBe(204);
  });
});

describe('sounds of other servers when they are not enabled', () => {
  it('fail, and their servers hear nothing of it', async () => {
    web = await SoundServer.start();
    rig = await CallRig.start();
    socket = await rig.open('hello');
    await rig.call('c1', socket);
    web.has('/x.wav', wav);

    expect(await play(`${web.origin}/x.wav`)).toBe('failed');
    expect(web.asked).toEqual([]);

    await rig.clear();
    await rig.close();
    await web.close();
  });
});

function redirect(location: string): (response: ServerResponse) => void {
  return (response) => void response.writeHead(302, { location }).end();
}
