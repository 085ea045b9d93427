import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiRig, messageOf } from './api-rig';

let api: ApiRig;
beforeEach(async () => {
  api = new ApiRig();
  const [english, french] = [await api.makeSoundFolder('en'), await api.makeSoundFolder('fr')];
  const digits = await api.makeSoundFolder('en/digits');
  for (const file of [join(english, 'hello.wav'), join(english, 'hello.ulaw'), join(french, 'hello.sln')])
    await writeFile(file, '');
  await writeFile(join(digits, '1.wav'), '');
  await writeFile(join(english, 'core-sounds-en.txt'), 'hello: Hello world.\n');
});
afterEach(() => api.close());

const one = { id: 'digits/1', formats: [{ language: 'en', format: 'slin' }] };
const hello = (...formats: [string, string][]) => ({
  id: 'hello',
  text: 'Hello world.',
  formats: formats.map(([language, format]) => ({ language, format })),
});

describe('the sounds resource', () => {
  it.each(['/sounds', '/sounds?lang=&format='])('lists all sounds at %s', async (target) => {
    expect(await api.ask('GET', target)).toEqual({
      status: 200,
      body: [one, hello(['en', 'slin'], ['en', 'ulaw'], ['fr', 'slin'])],
    });
  });

  it('trims the formats to the filter', async () => {
    expect(await api.ask('GET', '/sounds?lang=fr')).toEqual({ status: 200, body: [hello(['fr', 'slin'])] });
    expect(await api.ask('GET', '/sounds?format=ulaw')).toEqual({ status: 200, body: [hello(['en', 'ulaw'])] });
  });

  it('shows one sound, slashes in its id being encoded', async () => {
    expect(await api.ask('GET', '/sounds/digits%2F1')).toEqual({ status: 200, body: one });
    expect(await api.ask('GET', '/sounds/digits/1')).toMatchObject({ status: 404 });
  });

  it.each([
    ['/sounds?lang=xx', "language 'xx'"],
    ['/sounds?format=bogus', 'a codec such as slin'],
    ['/sounds?lang=fr&format=ulaw', "language 'fr' and format 'ulaw'"],
    ['/sounds/nope', "no sound 'nope'"],
    ['/sounds/hello.wav', 'neither language nor ending'],
    ['/sounds/..%2F..%2Fetc%2Fpasswd', 'no sound'],
  ])('finds nothing at %s and says why', async (target, words) => {
    const reply = await api.ask('GET', target);

    expect(reply.status).toBe(404);
    expect(messageOf(reply)).toContain(words);
  });

  it('says so where no sounds are installed at all', async () => {
    const bare = new ApiRig();

    const reply = await bare.ask('GET', '/sounds');

    expect(reply.status).toBe(404);
    expect(messageOf(reply)).toContain('a folder per language');
    bare.close();
  });
});
