import { Monitors } from '../../../../src/engine/audio/recording/monitors';
import { MediaRig } from '../media-rig';

const file = { name: 'all', format: 'wav', appends: false };

function aRig() {
  const rig = new MediaRig();
  const { engine, bridges, core } = rig;
  let claimed = 0;
  const monitors = new Monitors({
    ...core,
    bridges,
    events: engine.events,
    isWritable: (format) => format === 'wav',
    claimMonitor: async (name) => {
      claimed += 1;
      return { outcome: 'ok', path: `/monitor/${name}`, formats: [], release: () => void (claimed -= 1) };
    },
  });
  return { rig, monitors, claimed: () => claimed };
}

describe('a recording of a bridge', () => {
  it('lasts until it is stopped, and keeps its file that long', async () => {
    const { rig, monitors, claimed } = aRig();
    const started = await monitors.startInBridge(rig.bridge('b1'), file);
    if (started.outcome !== 'monitoring') throw new Error(started.reason);
    expect([started.monitor.paths, claimed()]).toEqual([['/monitor/all.wav'], 1]);
    expect(rig.media.take()).toEqual(['open-bridge b1 all', 'record b1 /monitor/all.wav']);
    started.monitor.stop();
    rig.media.endRecord('stopped');
    await started.monitor.over;

    expect(claimed()).toBe(0);
  });

  it('is refused when the bridge is destroyed before it begins', async () => {
    const { rig, monitors, claimed } = aRig();
    const bridge = rig.bridge('b1');
    const starting = monitors.startInBridge(bridge, file);
    bridge.destroy();

    expect(await starting).toEqual({ outcome: 'refused', reason: 'the bridge no longer exists' });
    expect([rig.media.take(), claimed()]).toEqual([[], 0]);
  });
});
