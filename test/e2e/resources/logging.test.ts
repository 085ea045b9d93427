import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { RunningServer } from '../../support/server/running-server';
import { refusal, Rest } from '../../support/sockets/socket-rest';

let server: RunningServer;
let rest: Rest;
const file = (name: string): string => join(server.folder, 'state/log', name);
const files = (): string[] => readdirSync(file('.')).sort();

beforeEach(async () => {
  server = await RunningServer.start({
    'logger.conf':
      '[general]\nrotatestrategy = sequential\n[logfiles]\nmessages => notice,warning,error\nextra => verbose,dtmf\n',
  });
  rest = new Rest(server.origin);
});
afterEach(() => server.close());

const channel = (name: string, configuration: string): object => ({
  channel: file(name),
  type: 'File',
  status: 'Enabled',
  configuration,
});
const configured = (): object[] => [channel('extra', 'VERBOSE DTMF '), channel('messages', 'NOTICE WARNING ERROR ')];

/** Something worth a line at level notice: refused requests are logged. Then waits for the line to be on disk. */
async function logged(name: string, words: string): Promise<string> {
  await rest.get(`/applications/${words}`);
  for (;;) {
    const text = existsSync(file(name)) ? readFileSync(file(name), 'utf8') : '';
    if (text.includes(words)) return text;
    await new Promise(setImmediate);
  }
}

describe('log channels', () => {
  it('are listed newest first, with their files and levels', async () => {
    expect((await rest.get('/server/logging')).body).toEqual(configured());

    expect((await rest.post('/server/logging/mylog?configuration=error,Notice,warning')).status).toBe(204);

    expect((await rest.get('/asterisk/logging')).body).toEqual([
      channel('mylog', 'NOTICE WARNING ERROR '),
      ...configured(),
    ]);
  });

  it('write real files as soon as they are added, and stop when they are deleted', async () => {
    await rest.post('/server/logging/mylog?configuration=notice');
    expect(await logged('mylog', 'first-words')).toMatch(/first-words.*\n$/);

    expect((await rest.delete('/server/logging/mylog')).status).toBe(204);
    await logged('messages', 'second-words');

    expect(readFileSync(file('mylog'), 'utf8')).not.toContain('second-words');
    expect((await rest.get('/server/logging')).body).toEqual(configured());
  });

  it('write JSON when they are told to', async () => {
    await rest.post('/server/logging/jsonlog', { configuration: '[json]notice' });

    const lines = (await logged('jsonlog', 'json-words')).trim().split('\n');

    for (const line of lines) expect(JSON.parse(line)).toEqual(expect.any(Object));
  });

  it('never write a password', async () => {
    await rest.post('/server/logging/secrets?configuration=*');
    await fetch(`${server.origin}/ari/nothing?api_key=asterisk:topsecret`);
    await fetch(`${server.origin}/ari/nothing?api_key=asterisk:asterisk`);

    const text = await logged('secrets', 'the-end');
    expect(text).not.toContain('topsecret');
    expect(text).not.toContain('asterisk:asterisk');
  });

  it('are rotated one by one; the others stay', async () => {
    await rest.post('/server/logging/mylog?configuration=notice');
    await rest.post('/server/logging/other?configuration=error');
    await logged('mylog', 'before-rotation');

    expect((await rest.put('/server/logging/mylog/rotate')).status).toBe(204);
    expect(await logged('mylog', 'after-rotation')).not.toContain('before-rotation');
    expect(readFileSync(file('mylog.0'), 'utf8')).toContain('before-rotation');
    expect((await rest.put('/server/logging/mylog/rotate')).status).toBe(204);

    expect(files()).toEqual(['extra', 'messages', 'mylog', 'mylog.0', 'mylog.1', 'other']);
    expect(readFileSync(file('mylog.1'), 'utf8')).toContain('after-rotation');
    expect((await rest.get('/server/logging')).body).toEqual([
      channel('other', 'ERROR '),
      channel('mylog', 'NOTICE '),
      ...configured(),
    ]);
  });

  it('of the configuration can be rotated and not deleted', async () => {
    expect((await rest.put('/server/logging/messages/rotate')).status).toBe(204);
    const { status, body } = await rest.delete('/server/logging/messages');

    expect([status, body]).toEqual([404, expect.objectContaining(refusal('not-found', 'messages', 'configuration'))]);
    expect(files()).toContain('messages.0');
  });

  it('are known by their path as well', async () => {
    await rest.post('/server/logging/mylog?configuration=notice');

    expect((await rest.put(`/server/logging/${encodeURIComponent(file('mylog'))}/rotate`)).status).toBe(204);
    expect((await rest.delete(`/server/logging/${encodeURIComponent(file('mylog'))}`)).status).toBe(204);
    expect((await rest.get('/server/logging')).body).toEqual(configured());
  });

  it.each([
    ['all levels', '*'],
    ['a depth of verbosity', 'verbose(3)'],
    ['levels with blanks', ' notice , error '],
    ['a format in front', '[plain]debug'],
  ])('can have %s', async (_what, configuration) => {
    expect((await rest.post('/server/logging/mylog', { configuration })).status).toBe(204);
  });

  it.each([
    ['POST', 'other', 400, 'parameter-missing', ['configuration']],
    ['POST', 'other?configuration=', 400, 'parameter-missing', ['configuration']],
    ['POST', 'other?configuration=,', 400, 'request-invalid', ['level']],
    ['POST', 'other?configuration=bogus', 400, 'request-invalid', ["'bogus'", 'notice']],
    ['POST', 'other?configuration=notice,bogus', 400, 'request-invalid', ["'bogus'"]],
    ['POST', 'other?configuration=[xml]notice', 400, 'request-invalid', ["'xml'", 'json']],
    ['POST', '..%2Fother?configuration=notice', 400, 'request-invalid', ['../other']],
    ['POST', '%2Ftmp%2Fother?configuration=notice', 400, 'request-invalid', ['/tmp/other']],
    ['POST', 'console?configuration=notice', 400, 'request-invalid', ['console']],
    ['POST', 'a%00b?configuration=notice', 400, 'request-invalid', ['control']],
    ['POST', 'messages?configuration=notice', 409, 'conflict', ['messages']],
    ['DELETE', 'absent', 404, 'not-found', ['absent']],
    ['PUT', 'absent/rotate', 404, 'not-found', ['absent']],
    ['GET', 'messages', 405, 'method-not-allowed', ['POST', 'DELETE']],
  ])('refuse %s %s with %i', async (method, target, status, code, words) => {
    const answer = await rest.call(method, `/server/logging/${target}`);

    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject(refusal(code, ...words));
    expect((await rest.get('/server/logging')).body).toEqual(configured());
    expect(files()).toEqual(['extra', 'messages']);
  });

  it('are not added twice', async () => {
    await rest.post('/server/logging/mylog?configuration=notice');

    const { status, body } = await rest.post('/server/logging/mylog?configuration=error');

    expect([status, body]).toEqual([409, expect.objectContaining(refusal('conflict', 'mylog'))]);
    expect((await rest.get('/server/logging')).body).toContainEqual(channel('mylog', 'NOTICE '));
  });

  it('do not follow links out of their folder', async () => {
    symlinkSync(join(server.folder, 'etc/ari.conf'), file('link'));

    expect((await rest.post('/server/logging/link?configuration=notice')).status).toBe(400);
    expect(readFileSync(join(server.folder, 'etc/ari.conf'), 'utf8')).toContain('[asterisk]');
  });
});
