import type { Channel } from '../../../../src/engine/calls/channel/channel';
import type { MediaCommand } from '../../../../src/media/protocol';
import { MediaRig } from '../media-rig';

const talk = { what: 'talk', silence: 2500, threshold: 256 } as const;
const tone = { what: 'tone', frequency: 600, duration: 300 } as const;

function aRig() {
  const rig = new MediaRig();
  const channel = rig.channel('c1');
  const { detection } = rig.core;
  const asked = (): MediaCommand[] => rig.media.commands.splice(0).filter((command) => 'leg' in command);
  const heard = (): unknown[] =>
    rig.engine.happened.splice(0).map(({ type, at, ...facts }) => {
      const { channel: snapshot, ...rest } = facts as { readonly channel?: { readonly id: string } };
      return at > 0 ? [type, snapshot?.id, rest] : type;
    });
  return { rig, channel, detection, asked, heard, media: rig.media };
}

const end = (rig: MediaRig, channel: Channel): void => {
  const far = rig.farEnd(channel);
  channel.destroy();
  far.destroy();
};

describe('what is looked for on a channel', () => {
  it('is asked of the audio side, which hears of the channel then', () => {
    const { detection, channel, rig } = aRig();

    expect(detection.start(channel, talk)).toBe(true);
    expect(rig.media.commands).toEqual([
      { do: 'open-pair', legs: ['c1', 'c1;2'], form: { format: 'slin16', rate: 16_000 } },
      { do: 'detect-talk', leg: 'c1', silence: 2500, threshold: 256 },
    ]);
  });

  it('is reported when it is found', () => {
    const { detection, channel, media, heard } = aRig();
    detection.start(channel, talk);
    detection.start(channel, tone);
    channel.audio.findDigits(true);
    media.tell({ tell: 'talk-started', leg: 'c1' });
    media.tell({ tell: 'talk-ended', leg: 'c1', duration: 1180 });
    media.tell({ tell: 'tone-detected', leg: 'c1' });
    media.tell({ tell: 'digit', leg: 'c1', digit: '5', duration: 80 });

    expect(heard()).toEqual([
      ['channel-talking-started', 'c1', {}],
      ['channel-talking-finished', 'c1', { milliseconds: 1180 }],
      ['channel-tone-detected', 'c1', {}],
      ['channel-digit', 'c1', { digit: '5', milliseconds: 80 }],
    ]);
    expect(detection.tonesOn(channel)).toBe(1);
  });

  it('is not reported once it is no longer looked for, nor where it never was', () => {
    const { detection, channel, media, asked, heard } = aRig();
    detection.start(channel, talk);
    detection.stop(channel, 'talk');
    detection.stop(channel, 'tone');
    media.tell({ tell: 'talk-started', leg: 'c1' });
    media.tell({ tell: 'tone-detected', leg: 'c1' });
    media.tell({ tell: 'digit', leg: 'c1;2', digit: '5', duration: 80 });

    expect(asked().slice(1)).toEqual([{ do: 'stop-detecting', leg: 'c1', what: 'talk' }]);
    expect(heard()).toEqual([]);
  });

  it('is a digit only once when it comes as a signal and as sound', () => {
    const { detection, channel, media, heard } = aRig();
    detection.start(channel, talk);
    channel.audio.findDigits(true);
    const hear = (digit: string): void => media.tell({ tell: 'digit', leg: 'c1', digit, duration: 80 });
    channel.receive({ type: 'digit', digit: '5', milliseconds: 100 });
    hear('5');
    hear('5');
    channel.receive({ type: 'digit', digit: '6', milliseconds: 100 });
    hear('7');

    expect(heard()).toMatchObject([
      ['channel-digit', 'c1', { digit: '5', milliseconds: 100 }],
      ['channel-digit', 'c1', { digit: '5', milliseconds: 80 }],
      ['channel-digit', 'c1', { digit: '6' }],
      ['channel-digit', 'c1', { digit: '7' }],
    ]);
  });

  it('is counted anew when another tone is looked for', () => {
    const { detection, channel, media } = aRig();
    const counts: number[] = [];
    detection.start(channel, { ...tone, onFound: (count: number) => void counts.push(count) });
    media.tell({ tell: 'tone-detected', leg: 'c1' });
    media.tell({ tell: 'tone-detected', leg: 'c1' });
    detection.start(channel, tone);

    expect(counts).toEqual([1, 2]);
    expect(detection.tonesOn(channel)).toBe(0);
  });

  it('is asked for again after the audio side was lost, behind the legs', () => {
    const { detection, channel, media } = aRig();
    detection.start(channel, tone);
    media.commands.splice(0);
    media.lose('a fault');

    expect(media.commands.map((command) => command.do)).toEqual(['open-pair', 'detect-tone']);
  });

  it('is forgotten with the channel', () => {
    const { detection, channel, rig } = aRig();
    detection.start(channel, talk);
    end(rig, channel);

    expect(detection.size).toBe(0);
    expect(detection.start(channel, talk)).toBe(false);
  });

  it('ends with the server, and leaves no listener', async () => {
    const { detection, channel, rig } = aRig();
    detection.start(channel, talk);
    await rig.core.close();
    await rig.core.close();

    expect([detection.size, rig.media.listeners]).toEqual([0, 0]);
  });
});
