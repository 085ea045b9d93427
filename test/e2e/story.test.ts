import type { Story, StoryLine } from '../../generated/models';
import { eventually } from '../support/eventually';
import { CallRig } from '../support/calls/call-rig';
import { SipRig } from '../support/sip/sip-rig';
import { Rest } from '../support/sockets/socket-rest';

const user = (name: string, more = ''): string => `[${name}]\ntype = user\npassword = ${name}\n${more}\n`;
const users = `${user('asterisk')}${user('reader', 'read_only = yes')}${user('hello', 'applications = hello')}`;
const files = { 'ari.conf': `[general]\nstory_calls = 20\n${users}` };

const withoutAddress = ({ kind, label }: StoryLine): string => `${kind} ${label}`.replace(/ sip:\S+/, '');

describe('the story of a call', () => {
  let rig: SipRig;
  beforeAll(async () => {
    rig = await SipRig.start({ files });
  });
  afterEach(() => rig.clear());
  afterAll(() => rig.close());

  async function story(id: string, format = 'lines', rest: Rest = rig.rest): Promise<Story> {
    const { status, body } = await rest.get(`/channels/${encodeURIComponent(id)}/story?format=${format}`);
    expect(status).toBe(200);
    return body as Story;
  }

  async function answeredAndEnded(): Promise<string> {
    const { id } = await rig.answered(await rig.phone('alice'), await rig.open('hello'));
    await rig.rest.delete(`/channels/${id}`);
    await eventually(
      async () => (await rig.rest.get(`/channels/${id}`)).status === 404,
      () => 'the channel has not ended',
    );
    return id;
  }

  it('has requests, answers, events, steps and SIP messages in their order, also after its end', async () => {
    const id = await answeredAndEnded();
    const { lines = [], channel_id: channel, left_out: omitted } = await story(id);

    expect([channel, omitted]).toEqual([id, 0]);
    const labels = lines.map(withoutAddress);
    const expected = [
      ...['sip INVITE [sdp]', 'sip 401 Unauthorized (INVITE)', 'sip ACK', 'sip INVITE [sdp]'],
      ...['event ChannelCreated', 'step ChannelDialplan Stasis(hello)', 'event StasisStart'],
      ...[`request POST /channels/${id}/answer`, 'sip 200 OK (INVITE) [sdp]', 'answer 204', 'sip ACK'],
      ...[`request DELETE /channels/${id}`, 'answer 204', 'sip BYE', 'event ChannelDestroyed 16 Normal Clearing'],
    ];
    expect(inOrder(labels, expected)).toEqual(expected);
    expect(lines.map(({ timestamp }) => timestamp)).toEqual(lines.map(({ timestamp }) => timestamp).sort());
  });

  it('masks what proves the password, and shows no key of a request', async () => {
    const { id } = await rig.inApplication(await rig.phone('alice'), await rig.open('hello'));
    await fetch(`${rig.calls.server.origin}/ari/channels/${id}?api_key=asterisk:asterisk`);
    const { lines = [] } = await story(id);

    expect(lines.find(({ text = '' }) => text.includes('Authorization'))?.text).toContain('response="********"');
    expect(lines.map(({ label }) => label)).toContain(`GET /channels/${id}`);
    expect(JSON.stringify(lines)).not.toContain('asterisk:asterisk');
  });

  it('can be a ladder or a diagram, and be found by the Call-ID', async () => {
    const id = await answeredAndEnded();
    const { call_id: callId } = (await rig.rest.get(`/channels/${id}/sip`)).body as { readonly call_id: string };

    expect((await story(id, 'ladder')).ladder).toMatch(/^channel .*, from 2[^]*\|<-+ INVITE sip:.* -+\|/);
    expect((await story(callId, 'mermaid')).mermaid).toMatch(/^sequenceDiagram\n {4}participant P0 as application/);
    expect(await rig.rest.get(`/channels/${id}/story?format=xml`)).toMatchObject({
      status: 400,
      body: { parameter: 'format' },
    });
  });

  it('shows a request that made the channel, whose id only its answer names', async () => {
    const app = await rig.open('hello');
    const { body } = await rig.rest.post('/channels?endpoint=Local/silent@default&app=hello');
    const { id } = body as { readonly id: string };
    const { lines = [] } = await story(id);

    expect(lines[0]?.label).toBe('POST /channels?endpoint=Local/silent@default&app=hello');
    await app.close();
  });

  it('keeps serving after a path with a broken percent sequence', async () => {
    expect((await rig.rest.get('/channels/%E0%A4%A/story')).status).toBe(404);
    expect((await rig.rest.get('/channels/%E0%A4%A')).status).toBe(404);
  });

  it('is not for users who may only read, and shows limited users nothing of other channels', async () => {
    const { origin } = rig.calls.server;
    const { id } = await rig.answered(await rig.phone('alice'), await rig.open('hello'));
    const other = await rig.open('world');
    const made = await rig.rest.post('/channels?endpoint=Local/up@default&app=world&channelId=secret-1');
    expect(made.status).toBe(200);
    const { id: bridge } = (await rig.rest.post('/bridges?type=mixing')).body as { readonly id: string };
    await eventually(
      async () => (await rig.rest.post(`/bridges/${bridge}/addChannel?channel=${id},secret-1`)).status === 204,
      () => 'both could not be bridged',
    );

    expect((await new Rest(origin, 'reader:reader').get(`/channels/${id}/story`)).status).toBe(403);
    expect(JSON.stringify(await story(id))).toContain('secret-1');
    const shown = await story(id, 'lines', new Rest(origin, 'hello:hello'));
    expect(shown.lines?.map(withoutAddress)).toContain(`request POST /channels/${id}/answer`);
    expect(JSON.stringify(shown)).not.toMatch(/secret-1|world/);
    expect((await new Rest(origin, 'hello:hello').get('/channels/secret-1/story')).status).toBe(404);
    await other.close();
  });
});

describe('a server that keeps no stories', () => {
  it('has no listener for them, and says how to switch them on', async () => {
    const [quiet, keeping] = [await CallRig.start(), await CallRig.start('', files)];
    const { status, body } = await quiet.rest.get('/channels/nosuch/story');

    expect([status, body]).toMatchObject([404, { message: expect.stringContaining('set story_calls') as string }]);
    expect(keeping.server.counts().listeners - quiet.server.counts().listeners).toBe(1);
    await quiet.close();
    await keeping.close();
  });
});

/** Those of the expected labels that are found, each behind the one before. */
function inOrder(labels: readonly string[], expected: readonly string[]): readonly string[] {
  let from = 0;
  return expected.filter((label) => {
    const at = labels.indexOf(label, from);
    from = at < 0 ? from : at + 1;
    return at >= 0;
  });
}
