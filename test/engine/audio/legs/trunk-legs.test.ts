import type { Channel } from '../../../../src/engine/calls/channel/channel';
import type { ExternalLegs } from '../../../../src/engine/audio/legs/external-legs';
import type { TrunkLeg } from '../../../../src/engine/audio/legs/trunk-legs';
import { TrunkLegs } from '../../../../src/engine/audio/legs/trunk-legs';
import type { RtpMedia, RtpSecurity } from '../../../../src/media/protocol-rtp';
import { payloadsOfFormat } from '../../../../src/media/rtp/payload/payload-types';
import { legId } from '../../../../src/shared/ids';

/** A text of as many bytes as a key has. */
const keyOf = (byte: number): string => Buffer.alloc(30, byte).toString('base64');

/** One end of a trunk whose other end is known, and how its leg was configured, each time. */
async function anEnd(): Promise<{ readonly leg: TrunkLeg; readonly configured: RtpMedia[] }> {
  const configured: RtpMedia[] = [];
  const local = { host: '127.0.0.1', port: 10_000 };
  let made = 0;
  const outside: Pick<ExternalLegs, 'open' | 'configure' | 'listen' | 'abandon'> = {
    open: () => Promise.resolve({ outcome: 'open', local }),
    configure: (_, media) => void configured.push(media),
    listen: () => () => undefined,
    abandon: () => undefined,
  };
  const legs = new TrunkLegs({
    legs: { nextId: (stem) => legId(stem), open: () => undefined },
    outside,
    payloadsOf: payloadsOfFormat,
    settings: () => ({ ports: { first: 10_000, last: 10_010 }, local: { kind: 'address', address: '127.0.0.1' } }),
    randomBytes: (size) => Buffer.alloc(size, (made += 1)),
  });
  const leg = await legs.open('trunk');
  if (typeof leg === 'string') throw new Error(leg);
  leg.connect({ place: { host: '127.0.0.1', port: 20_000 }, format: 'ulaw', key: keyOf(100) }, {} as Channel);
  return { leg, configured };
}

/** The keys that a leg sends and receives with. */
function keysIn(security: RtpSecurity | undefined): readonly string[] {
  if (security?.kind !== 'srtp') throw new Error('the packets are not protected');
  return [security.send, security.receive].map((key) => Buffer.from(key).toString('base64'));
}

describe('one end of a trunk', () => {
  it('asks for a new key of the other end when the media thread is started again, and opens what comes with it', async () => {
    const { leg, configured } = await anEnd();
    const asked: string[] = [];
    leg.onReopened = () => void asked.push('reopened');
    expect(keysIn(configured.at(-1)?.security)).toEqual([keyOf(1), keyOf(100)]);

    const commands = leg.audio?.kind === 'outside' ? leg.audio.reopen() : [];
    leg.farKeyChanged(keyOf(101));

    expect([commands.map((command) => command.do), asked]).toEqual([['reserve-rtp', 'configure-rtp'], ['reopened']]);
    expect(keysIn(configured.at(-1)?.security)).toEqual([keyOf(1), keyOf(101)]);
  });

  it('sends with another key when the other end asks for one, and keeps it when it is opened again', async () => {
    const { leg, configured } = await anEnd();

    expect(leg.renewKey()).toBe(keyOf(2));

    expect(keysIn(configured.at(-1)?.security)).toEqual([keyOf(2), keyOf(100)]);
    const commands = leg.audio?.kind === 'outside' ? leg.audio.reopen() : [];
    const again = commands.flatMap((command) => (command.do === 'configure-rtp' ? [command.media.security] : []));
    expect(again.map(keysIn)).toEqual([[keyOf(2), keyOf(100)]]);
  });
});
