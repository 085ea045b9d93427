import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RunningServer } from '../../support/server/running-server';
import { refusal, Rest } from '../../support/sockets/socket-rest';

let server: RunningServer;
let rest: Rest;
const place = (path: string): string => join(server.folder, 'state/data/sounds', path);

function put(path: string, text = ''): void {
  mkdirSync(dirname(place(path)), { recursive: true });
  writeFileSync(place(path), text);
}

beforeEach(async () => {
  server = await RunningServer.start();
  rest = new Rest(server.origin);
});
afterEach(() => server.close());

const speech = [
  'en/beep.wav',
  'en/digits/1.sln16',
  'en/hello-world.wav',
  'en/hello-world.ulaw',
  'fr/hello-world.gsm',
  'en/readme.txt',
  'en/.hidden.wav',
];
const hello = (...formats: readonly object[]): object => ({ id: 'hello-world', text: 'Hello world.', formats });

describe('the installed sounds', () => {
  beforeEach(() => {
    for (const path of speech) put(path);
    put('en/core-sounds-en.txt', '; what they say\nhello-world: Hello world.\nbeep: [a short beep]\n');
  });

  it('are listed with what they say, their languages and their formats', async () => {
    expect(await rest.get('/sounds')).toMatchObject({
      status: 200,
      body: [
        { id: 'beep', text: '[a short beep]', formats: [{ language: 'en', format: 'slin' }] },
        { id: 'digits/1', formats: [{ language: 'en', format: 'slin16' }] },
        hello(
          { language: 'en', format: 'slin' },
          { language: 'en', format: 'ulaw' },
          { language: 'fr', format: 'gsm' },
        ),
      ],
    });
  });

  it.each([
    ['a language', '?lang=fr', [hello({ language: 'fr', format: 'gsm' })]],
    ['a format', '?format=ulaw', [hello({ language: 'en', format: 'ulaw' })]],
    ['both', '?lang=en&format=slin16', [{ id: 'digits/1', formats: [{ language: 'en', format: 'slin16' }] }]],
    ['both, one of them empty', '?lang=&format=ulaw', [hello({ language: 'en', format: 'ulaw' })]],
  ])('are filtered by %s, and so are their formats', async (_what, query, body) => {
    const answer = await rest.get(`/sounds${query}`);

    expect([answer.status, answer.body]).toEqual([200, body]);
  });

  it.each([
    ['a language that there is none of', '?lang=xx', ["'xx'"]],
    ['a format that there is none of', '?format=bogus', ["'bogus'"]],
    ['a language in another case', '?lang=EN', ["'EN'"]],
    ['a format by the ending of its files', '?format=wav', ["'wav'", 'slin']],
    ['a pair that does not meet', '?lang=fr&format=ulaw', ["'fr'", "'ulaw'"]],
  ])('are none for %s', async (_what, query, words) => {
    const { status, body } = await rest.get(`/sounds${query}`);

    expect([status, body]).toEqual([404, expect.objectContaining(refusal('not-found', ...words))]);
  });

  it('are found by their id, which may lie in a folder', async () => {
    expect((await rest.get('/sounds/hello-world')).body).toMatchObject({ id: 'hello-world' });
    expect((await rest.get('/sounds/digits%2F1')).body).toMatchObject({ id: 'digits/1' });
  });

  it.each(['nope', 'hello-world.wav', 'en%2Fbeep', '..%2Fen%2Fbeep', 'readme', '__proto__'])(
    'are not found by %s',
    async (id) => {
      const { status, body } = await rest.get(`/sounds/${id}`);

      expect([status, body]).toEqual([404, expect.objectContaining(refusal('not-found', decodeURIComponent(id)))]);
    },
  );

  it('are always those that are there now', async () => {
    await rest.get('/sounds');
    put('en/late.g722');
    rmSync(place('en/beep.wav'));

    expect((await rest.get('/sounds/late')).body).toEqual({
      id: 'late',
      formats: [{ language: 'en', format: 'g722' }],
    });
    expect((await rest.get('/sounds/beep')).status).toBe(404);
  });
});

describe('a server without sounds', () => {
  it('says where to put them', async () => {
    const { status, body } = await rest.get('/sounds');

    expect([status, body]).toEqual([404, expect.objectContaining(refusal('not-found', 'sounds directory'))]);
  });

  it('has none of any name', async () => {
    expect((await rest.get('/sounds/beep')).status).toBe(404);
    expect((await rest.post('/sounds')).status).toBe(405);
  });
});
