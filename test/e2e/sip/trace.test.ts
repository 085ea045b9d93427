import type { SipMessage, SipTrace } from '../../../generated/models';
import { createClient } from '../../../generated/client';
import { systemClock } from '../../../src/shared/time/clock';
import { readSipTrace, traceSip } from '../../../src/terminal/sip-trace';
import { eventually } from '../../support/eventually';
import { PhoneCall, sdpAt } from '../../support/calls/phone-call';
import { SipRig } from '../../support/sip/sip-rig';
import { Rest } from '../../support/sockets/socket-rest';
import type { SipPhone } from '../../support/sip/sip-phone';

describe('the messages of a call', () => {
  let rig: SipRig;
  let alice: SipPhone;
  beforeAll(async () => {
    rig = await SipRig.start();
  });
  beforeEach(async () => {
    alice = await rig.phone('alice');
  });
  afterEach(() => rig.clear());
  afterAll(() => rig.close());

  async function trace(id: string): Promise<SipTrace> {
    return (await rig.rest.get(`/channels/${id}/sip`)).body as SipTrace;
  }

  async function inApplication(): Promise<{ readonly call: PhoneCall; readonly id: string }> {
    return rig.inApplication(alice, await rig.open('hello'));
  }

  it('can be read while it lasts, without the proof of the password', async () => {
    const { id } = await inApplication();
    const { messages = [], channel_id: channel } = await trace(id);

    expect(channel).toBe(id);
    expect(messages.map(({ direction, summary }) => `${direction} ${summary}`.replace(/ sip:\S+/, ''))).toEqual([
      'in INVITE',
      'out 401 Unauthorized (INVITE)',
      'in ACK',
      'in INVITE',
      'out 100 Trying (INVITE)',
    ]);
    const proved = messages[3]?.text ?? '';
    expect(proved).toContain('response="********"');
    expect(proved).toContain('m=audio 40000');
  });

  it('can be read after its end, by the channel and by the Call-ID, as messages and as a ladder', async () => {
    const { call, id } = await inApplication();
    await rig.rest.delete(`/channels/${id}`);
    await call.refused();
    await eventually(
      async () => (await rig.rest.get(`/channels/${id}`)).status === 404,
      () => 'the channel has not ended',
    );
    const { call_id: callId } = await trace(id);
    const ladder = (await rig.rest.get(`/channels/${encodeURIComponent(callId)}/sip?format=ladder`)).body as SipTrace;

    expect(ladder.messages).toBeUndefined();
    expect(ladder.ladder?.split('\n')).toEqual(
      expect.arrayContaining([
        expect.stringContaining(`Call-ID ${callId}, channel ${id}, from `),
        expect.stringMatching(/\|<-+ INVITE sip:app@\S+ \[sdp\] -/),
      ]),
    );
  });

  it('is kept of a call that was refused before it had a channel', async () => {
    const call = await PhoneCall.place(alice, 'nosuch', { sdp: sdpAt(40_000) });
    await call.refused();
    const messages = (await rig.rest.get('/asterisk/sip')).body as readonly SipMessage[];
    const refusal = messages.findLast(({ summary }) => summary.startsWith('404'));

    expect(refusal).toMatchObject({ direction: 'out', transport: 'UDP' });
    expect((await trace(encodeURIComponent(refusal?.call_id ?? ''))).channel_id).toBeUndefined();
  });

  it('is not for users who may only read, and not of calls that are unknown', async () => {
    const reader = new Rest(rig.calls.server.origin, 'reader:readerpw');
    const { id } = await inApplication();

    expect((await reader.get(`/channels/${id}`)).status).toBe(200);
    expect((await reader.get(`/channels/${id}/sip`)).status).toBe(403);
    expect((await reader.get('/asterisk/sip')).status).toBe(403);
    expect((await rig.rest.get('/channels/nosuch/sip')).status).toBe(404);
    expect((await rig.rest.get(`/channels/${id}/sip?format=xml`)).status).toBe(400);
  });

  describe('in the terminal', () => {
    async function printed(args: readonly string[], isEnough: (lines: readonly string[]) => boolean = () => true) {
      const command = readSipTrace(args, {
        PATCHBAY_URL: rig.calls.server.origin,
        PATCHBAY_USER: 'asterisk',
        PATCHBAY_PASSWORD: 'asterisk',
      });
      if (typeof command === 'string') throw new Error(command);
      const client = createClient(command.access);
      const lines: string[] = [];
      const done = traceSip(command, {
        client,
        clock: systemClock,
        say: (text: string) => lines.push(text),
        isStopped: () => isEnough(lines),
      });
      return { lines, done: done.then(() => client.close()) };
    }

    it('are a ladder, or whole', async () => {
      const { id } = await inApplication();
      const ladder = await printed(['trace', id]);
      await ladder.done;
      const whole = await printed(['trace', id, '--full']);
      await whole.done;

      expect(ladder.lines.join('\n')).toContain(`channel ${id}`);
      expect(whole.lines.join('\n')).toContain('\nm=audio 40000 ');
    });

    it('appear as they come', async () => {
      const isShown = (lines: readonly string[]): boolean =>
        lines.some((line) => line.includes('  404 Not Found (INVITE)'));
      const { lines, done } = await printed(['trace'], isShown);
      // What comes before the server was asked for the first time is not shown.
      while (!isShown(lines)) await (await PhoneCall.place(alice, 'nosuch', { sdp: sdpAt(40_000) })).refused();
      await done;

      expect(lines.some((line) => /<- UDP 127\.0\.0\.1:\d+ {2}INVITE sip:/.test(line))).toBe(true);
    });

    it.each([
      [[], 'sip needs a verb: trace'],
      [['show'], "sip cannot 'show', only trace"],
      [['trace', 'a', 'b'], 'sip trace takes one channel'],
      [['trace', '--loud'], expect.stringContaining('--loud')],
    ])('need proper arguments, not %j', (args, message) => {
      expect(readSipTrace(args, { PATCHBAY_USER: 'u', PATCHBAY_PASSWORD: 'p' })).toEqual(message);
    });
  });
});
