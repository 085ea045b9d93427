import { Stage } from '../support/client/client-session';
import type { PeerServer } from '../support/client/client-server';
import { aChannel } from '../support/client/client-events';
import type { RestClient } from '../../generated/client';
import { createClient } from '../../generated/client';
import { certificate } from '../support/client/client-certificate';

const stage = new Stage();
let server: PeerServer;
let client: RestClient;

beforeEach(async () => {
  server = await stage.server();
  client = stage.restClient(server);
});
afterEach(() => stage.clear());

describe('a request over HTTP', () => {
  it('carries user and password in the Authorization header and nowhere else', async () => {
    client = stage.restClient(server, { user: 'demo', password: 'pä:ss' });

    await client.channels.answer({ channelId: 'c1' });

    const credentials = Buffer.from('demo:pä:ss', 'utf8').toString('base64');
    expect(server.last.headers.authorization).toBe(`Basic ${credentials}`);
    expect(server.last.target).toBe('/ari/channels/c1/answer');
  });

  it('returns the body of the answer', async () => {
    server.answerWith({ status: 200, json: aChannel('c1') });

    await expect(client.channels.get({ channelId: 'c1' })).resolves.toEqual(aChannel('c1'));
  });

  it('returns nothing where the operation has no body', async () => {
    server.answerWith({ status: 204 });

    await expect(client.channels.answer({ channelId: 'c1' })).resolves.toBeUndefined();
  });

  it('returns a file as its bytes', async () => {
    const file = Buffer.from([0, 255, 128, 10, 13]);
    server.answerWith({ status: 200, content: file, type: 'audio/wav' });

    const bytes = await client.recordings.getStoredFile({ recordingName: 'calls/room-7' });

    expect(Buffer.from(bytes)).toEqual(file);
    expect(server.last.target).toBe('/ari/recordings/stored/calls%2Froom-7/file');
  });

  it('needs no argument where nothing is required', async () => {
    server.answerWith({ status: 200, json: [] });

    await client.channels.list();
    await client.sounds.list({ lang: 'en' });

    expect(server.requests.map(({ target }) => target)).toEqual(['/ari/channels', '/ari/sounds?lang=en']);
  });

  it('uses one connection for requests that follow each other', async () => {
    for (const channelId of ['c1', 'c2', 'c3']) await client.channels.answer({ channelId });

    expect(await server.connections()).toBe(1);
  });

  it.each([
    ['a path prefix', '/pbx', '/pbx/ari/channels'],
    ['a slash at the end', '/', '/ari/channels'],
    ['the root of the interface itself', '/ari', '/ari/channels'],
    ['all of these', '/pbx/ari/', '/pbx/ari/channels'],
  ])('takes an address with %s', async (_, suffix, target) => {
    server.answerWith({ status: 200, json: [] });

    await stage.restClient(server, { url: server.url + suffix }).channels.list();

    expect(server.last.target).toBe(target);
  });

  it.each([
    ['no address at all', { url: 'localhost' }, /malformed url/],
    ['an address of another protocol', { url: 'ftp://127.0.0.1' }, /http:\/\/ or https:\/\//],
    ['an address with a password in it', { url: 'http://demo:secret@127.0.0.1' }, /as options/],
    ['no user', { user: undefined as unknown as string }, /'user' must be a text, got undefined/],
    ['a user name with a colon', { user: 'de:mo' }, /colon/],
  ])('is not even tried with %s', (_, options, message) => {
    expect(() => createClient({ url: server.url, user: 'demo', password: 'secret', ...options })).toThrow(message);
  });

  it('is encrypted where the address says https', async () => {
    const secure = await stage.server('https');
    secure.answerWith({ status: 200, json: [] });

    await expect(stage.restClient(secure, { ca: certificate }).channels.list()).resolves.toEqual([]);
    await expect(stage.restClient(secure).channels.list()).rejects.toMatchObject({ trouble: 'unreachable' });
  });
});

describe('the place of a parameter', () => {
  it('is the percent-encoded path for what the path names', async () => {
    await client.channels.setChannelVar({ channelId: 'a/b c?d#e%f+ä', variable: 'X' });

    expect(server.last.target).toBe('/ari/channels/a%2Fb%20c%3Fd%23e%25f%2B%C3%A4/variable');
  });

  it.each([
    ['.', '%2E'],
    ['..', '%2E%2E'],
    ['...', '...'],
  ])('is a path that the id %j does not lead out of', async (channelId, segment) => {
    await client.channels.answer({ channelId });

    expect(server.last.target).toBe(`/ari/channels/${segment}/answer`);
  });

  it('is never an empty segment, which would be another operation', async () => {
    await expect(client.bridges.destroy({ bridgeId: '' })).rejects.toThrow(
      "bridges.destroy needs 'bridgeId', and it must not be empty",
    );
    expect(server.requests).toEqual([]);
  });

  it('is a JSON body for everything else of a POST or PUT', async () => {
    server.answerWith({ status: 200, json: aChannel('c1') });

    await client.channels.originate({
      endpoint: 'Local/100@default',
      app: 'hello',
      appArgs: 'a,b "c"',
      timeout: 5,
      variables: { 'CALLERID(name)': 'Zoë, "Z"' },
    });

    expect(server.last).toMatchObject({ method: 'POST', target: '/ari/channels' });
    expect(server.last.headers['content-type']).toBe('application/json');
    expect(JSON.parse(server.last.body)).toEqual({
      endpoint: 'Local/100@default',
      app: 'hello',
      appArgs: 'a,b "c"',
      timeout: 5,
      variables: { 'CALLERID(name)': 'Zoë, "Z"' },
    });
  });

  it('is a JSON array for a list in a body', async () => {
    server.answerWith({ status: 201, json: {} });

    await client.channels.play({ channelId: 'c1', media: ['tone:1,2', 'sound:a'] });

    expect(JSON.parse(server.last.body)).toEqual({ media: ['tone:1,2', 'sound:a'] });
  });

  it('is the query string for a GET or DELETE', async () => {
    await client.channels.hangup({ channelId: 'c1', reason_code: '17' });

    expect(server.last).toMatchObject({ method: 'DELETE', target: '/ari/channels/c1?reason_code=17', body: '' });
  });

  it('is joined by commas in the query string for a list, with quotes where a value would fall apart', async () => {
    server.answerWith({ status: 200, json: { variables: {} } });

    await client.channels.getChannelVars({ channelId: 'c1', variables: ['A', 'B(x,y)', 'C"'] });

    const query = new URLSearchParams(server.last.target.split('?')[1]);
    expect(query.getAll('variables')).toEqual(['A,"B(x,y)","C\\""']);
  });

  it('is the whole body for a parameter that is the body', async () => {
    server.answerWith({ status: 200, json: {} });
    const filter = { allowed: [{ type: 'StasisStart' }] };

    await client.applications.filter({ applicationName: 'hello', filter });
    const withFilter = server.last.body;
    await client.applications.filter({ applicationName: 'hello' });

    expect(JSON.parse(withFilter)).toEqual(filter);
    expect(server.last.body).toBe('');
  });

  it('is nowhere for what was not given and for what the operation does not know', async () => {
    const params = { channelId: 'c1', mohClass: undefined, colour: 'red' } as unknown as { channelId: string };

    await client.channels.startMoh(params);

    expect(server.last.body).toBe('');
    expect(server.last.headers['content-length']).toBe('0');
    expect(server.last.target).toBe('/ari/channels/c1/moh');
  });
});
