import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FileListings } from '../../../../src/engine/audio/sources/file-listings';
import { Indications } from '../../../../src/engine/audio/sources/indications';
import { MediaSources } from '../../../../src/engine/audio/sources/media-sources';
import { SoundFiles } from '../../../../src/engine/audio/sources/sound-files';
import { StoredRecordings } from '../../../../src/engine/recordings/stored-recordings';
import { aFolder, anEngine } from '../../engine-rig';
import { isPlayable } from '../../../support/provided';

const folder = aFolder();
const sounds = join(folder.path, 'sounds');
const recordings = join(folder.path, 'recordings');

function file(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
}

const sources = new MediaSources({
  sounds: new SoundFiles({
    directory: sounds,
    defaultLanguage: 'en',
    allowedDirectories: [sounds],
    listings: new FileListings(Date.now, isPlayable),
    remote: { find: async (address) => ({ missing: `${address} is not fetched` }) },
  }),
  stored: new StoredRecordings(recordings),
  indications: new Indications({ country: 'us', zones: [] }, anEngine().log),
  isPlayable,
});

async function found(uri: string, place: { language?: string; rate?: number } = {}): Promise<string> {
  const result = await sources.find(uri, { language: 'en', zone: '', rate: 8000, ...place });
  if (result.outcome === 'missing') return 'missing';
  const { source, control } = result;
  const what = source.kind === 'files' ? source.files.map((path) => path.slice(folder.path.length + 1)) : [source.kind];
  return `${what.join(' ')} ${control}`;
}

beforeAll(() => {
  for (const name of ['en/hello.sln', 'en/hello.sln16', 'fr/hello.sln', 'en/digits/4.sln', 'en/digits/2.sln'])
    file(join(sounds, name));
  for (const name of ['kept.wav', 'kept.gsm', 'sub/kept.sln', 'odd.gsm']) file(join(recordings, name));
});
afterAll(() => folder.remove());

describe('a media URI', () => {
  it.each([
    ['sound:hello', {}, 'sounds/en/hello.sln full'],
    ['sound:hello', { rate: 16_000 }, 'sounds/en/hello.sln16 full'],
    ['sound:hello', { language: 'fr' }, 'sounds/fr/hello.sln full'],
    ['sound:hello', { language: 'it' }, 'sounds/en/hello.sln full'],
    ['recording:kept', {}, 'recordings/kept.wav full'],
    ['recording:sub/kept', {}, 'recordings/sub/kept.sln full'],
    ['digits:42', {}, 'sounds/en/digits/4.sln sounds/en/digits/2.sln none'],
    ['characters:', {}, ' none'],
    ['tone:ring', {}, 'tone tone'],
    ['tone:440/100', {}, 'tone tone'],
    ...['sound:nothere', 'recording:odd', 'recording:../kept', 'recording:nothere', 'digits:9'].map(
      (uri) => [uri, {}, 'missing'] as const,
    ),
    ...['number:x', 'tone:nosuchtone', 'tone:', 'bogus:a', 'sound:', 'hello', ''].map(
      (uri) => [uri, {}, 'missing'] as const,
    ),
  ] as const)('%s %j is %s', async (uri, place, what) => {
    expect(await found(uri, place)).toBe(what);
  });

  it('of a tone that is heard once is silent afterwards, and not over', async () => {
    const result = await sources.find('tone:!440/100', { language: 'en', zone: '', rate: 8000 });
    const steps = result.outcome === 'found' && result.source.kind === 'tone' ? result.source.steps : [];

    expect(steps.map(({ once, duration }) => [once, duration])).toEqual([
      [true, 100],
      [false, undefined],
    ]);
  });
});
