import { ListeningIn } from '../../../../src/engine/audio/listening-in';
import { MediaRig } from '../media-rig';

function aRig() {
  const rig = new MediaRig();
  const [spied, listener] = [rig.channel('c1'), rig.channel('c2')];
  let count = 0;
  const { legs, backgrounds } = rig.core;
  const listening = new ListeningIn({ link: rig.media, legs, backgrounds, nextId: () => `id-${(count += 1)}` });
  const sent = (): string[] =>
    rig.media.commands
      .splice(0)
      .map((command) =>
        `${command.do} ${'leg' in command ? command.leg : 'bridge' in command ? command.bridge : ''}`.trim(),
      );
  return { rig, listening, spied, listener, sent };
}

const request = { spy: 'both', whisper: 'none', volume: 3 } as const;

describe('a channel that listens in by itself', () => {
  it('shares a bridge with the tap that only the audio side knows of, until it stops', () => {
    const { listening, spied, listener, sent } = aRig();
    const started = listening.start(listener, { spied, ...request });
    expect(sent().slice(-5)).toEqual([
      'open-tap id-1',
      'gain-leg id-1',
      'open-bridge id-2',
      'join-bridge c2',
      'join-bridge id-1',
    ]);
    started?.setVolume(-6);
    started?.stop();
    started?.stop();
    started?.setVolume(0);

    expect(sent()).toEqual(['gain-leg id-1', 'close-bridge id-2', 'close-leg id-1']);
  });

  it('goes on when the audio side was lost, behind the legs, as loud as it was last', () => {
    const { rig, listening, spied, listener } = aRig();
    const stopped = listening.start(listener, { spied, ...request });
    stopped?.stop();
    listening.start(listener, { spied, ...request })?.setVolume(9);
    rig.media.commands.splice(0);
    rig.media.lose('a fault');

    const { commands } = rig.media;
    expect(commands.map((command) => command.do)).toEqual([
      ...['open-pair', 'open-pair', 'open-tap', 'gain-leg', 'open-bridge', 'join-bridge', 'join-bridge'],
    ]);
    expect(commands.find((command) => command.do === 'gain-leg')).toMatchObject({ decibels: { in: 9 } });
  });

  it('hears nothing of a channel that is gone', () => {
    const { listening, spied, listener } = aRig();
    spied.destroy();

    expect(listening.start(listener, { spied, ...request })).toBeUndefined();
  });

  it('is forgotten with the server', () => {
    const { rig, listening, spied, listener } = aRig();
    const listeners = rig.media.listeners;
    listening.start(listener, { spied, ...request });
    listening.close();
    listening.close();

    expect(rig.media.listeners).toBe(listeners - 1);
  });
});
