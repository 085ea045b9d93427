import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RunningServer } from '../../support/server/running-server';
import { refusal, Rest } from '../../support/sockets/socket-rest';

let server: RunningServer;
let rest: Rest;
beforeEach(async () => {
  server = await RunningServer.start();
  rest = new Rest(server.origin);
  put('greeting.wav', 'RIFF greeting');
  put('day/one.sln', 'a day');
});
afterEach(() => server.close());

const at = (name: string): string => join(server.folder, 'state', 'spool', 'recording', name);
function put(name: string, text: string): void {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
}
const stored = (name: string): string => `/recordings/stored/${encodeURIComponent(name)}`;
const fetchFile = (name: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(`${server.origin}/ari${stored(name)}/file?api_key=asterisk:asterisk`, { headers });

const greeting = { name: 'greeting', format: 'wav' };
const day = { name: 'day/one', format: 'sln' };

describe('stored recordings', () => {
  it('are listed, those in folders too, and found by their names', async () => {
    expect((await rest.get('/recordings/stored')).body).toEqual([day, greeting]);
    expect((await rest.get(stored('greeting'))).body).toEqual(greeting);
    expect((await rest.get(stored('day/one'))).body).toEqual(day);
  });

  it('are handed out as files, or a part of them', async () => {
    const whole = await fetchFile('greeting');
    const part = await fetchFile('greeting', { range: 'bytes=5-9' });

    expect([whole.status, whole.headers.get('content-type'), await whole.text()]).toEqual([
      ...[200, 'audio/wav', 'RIFF greeting'],
    ]);
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 5-9/13', 'greet']);
  });

  it('are copied, into a folder that is made for it, and the original stays', async () => {
    const copy = await rest.post(
      `${stored('greeting')}/copy?destinationRecordingName=${encodeURIComponent('new/hello')}`,
    );

    expect([copy.status, copy.body]).toEqual([200, { name: 'new/hello', format: 'wav' }]);
    expect(readFileSync(at('new/hello.wav'), 'utf8')).toBe('RIFF greeting');
    expect((await rest.get('/recordings/stored')).body).toEqual([day, greeting, { name: 'new/hello', format: 'wav' }]);
  });

  it('are deleted, and gone then', async () => {
    expect((await rest.delete(stored('day/one'))).status).toBe(204);
    expect((await rest.delete(stored('day/one'))).status).toBe(404);

    expect(existsSync(at('day/one.sln'))).toBe(false);
    expect((await rest.get('/recordings/stored')).body).toEqual([greeting]);
  });

  it.each([
    ['GET', stored('nothing'), 404, 'nothing'],
    ['GET', `${stored('nothing')}/file`, 404, 'nothing'],
    ['DELETE', stored('nothing'), 404, 'nothing'],
    ['DELETE', stored('../spool/recording/greeting'), 404, 'greeting'],
    ['POST', `${stored('nothing')}/copy?destinationRecordingName=x`, 404, 'nothing'],
    ['POST', `${stored('greeting')}/copy?destinationRecordingName=greeting`, 409, 'greeting'],
    ['POST', `${stored('greeting')}/copy?destinationRecordingName=..%2Fx`, 403, '../x'],
    ['POST', `${stored('greeting')}/copy?destinationRecordingName=`, 400, 'destinationRecordingName'],
    ['POST', `${stored('greeting')}/copy`, 400, 'destinationRecordingName'],
  ])('refuse %s %s with %i', async (method, target, status, word) => {
    const answer = await rest.call(method, target);

    expect([answer.status, answer.body]).toEqual([
      status,
      expect.objectContaining({ message: expect.stringContaining(word) as unknown }) as unknown,
    ]);
    expect((await rest.get('/recordings/stored')).body).toEqual([day, greeting]);
  });

  it('cannot be touched by who may only read', async () => {
    const reader = new Rest(server.origin, 'reader:readerpw');

    expect((await reader.get(stored('greeting'))).status).toBe(200);
    expect((await reader.delete(stored('greeting'))).body).toMatchObject(refusal('method-forbidden', 'DELETE'));
    expect((await reader.post(`${stored('greeting')}/copy?destinationRecordingName=x`)).status).toBe(403);
    expect((await rest.get('/recordings/stored')).body).toEqual([day, greeting]);
  });
});
