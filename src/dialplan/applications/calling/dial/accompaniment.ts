import type { Channel } from '../../../../engine/calls/channel/channel';
import type { ChannelSound } from '../../../../engine/audio/channel-sound';

/**
 * Lets a caller hear something up to the first digit: music with `m(class)`, a tone with `d(name)`. The result ends it
 * and is there when it has begun.
 */
export async function accompany(sound: ChannelSound, channel: Channel, options: string): Promise<() => void> {
  const given = readOptions(options);
  const [music, tone] = [given.get('m'), given.get('d')];
  if (music === undefined && tone === undefined) return () => undefined;
  let hasDialled = false;
  const quiet = (): void => (music === undefined ? sound.stopTone(channel) : sound.stopMusic(channel));
  const unsubscribe = channel.onSignal(({ type }) => {
    if (type !== 'digit') return;
    hasDialled = true;
    quiet();
  });
  if (music === undefined) await sound.startTone(channel, tone || 'dial');
  else sound.startMusic(channel, music || undefined);
  // The tone was still being looked for when it came.
  if (hasDialled) quiet();
  return () => {
    unsubscribe();
    quiet();
  };
}

/** Letters with what stands in brackets behind them. */
function readOptions(options: string): ReadonlyMap<string, string> {
  const found = [...options.matchAll(/([a-z])(?:\(([^)]*)\))?/gi)];
  return new Map(found.map(([, letter = '', given = '']) => [letter, given.trim()]));
}
