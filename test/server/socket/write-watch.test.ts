import { WriteWatch } from '../../../src/server/socket/write-watch';
import { ManualClock } from '../../support/client/client-clock';

const turn = () => new Promise(setImmediate);

function aWatch(timeout = 100) {
  const clock = new ManualClock();
  const rig = { waiting: 0, timeouts: 0, clock };
  const watch = new WriteWatch({
    clock,
    timeout,
    waiting: () => rig.waiting,
    onTimeout: () => (rig.timeouts += 1),
  });
  const pass = async (milliseconds: number) => {
    clock.advance(milliseconds);
    await turn();
  };
  const write = (bytes: number) => {
    rig.waiting += bytes;
    watch.wrote(bytes);
  };
  return Object.assign(rig, { watch, pass, write });
}

describe('watching the writes of a connection', () => {
  it('finds one that takes nothing for the whole time', async () => {
    const rig = aWatch();
    rig.write(1000);

    await rig.pass(99);
    expect(rig.timeouts).toBe(0);
    await rig.pass(1);
    expect(rig.timeouts).toBe(1);
  });

  it('is not misled by what is written meanwhile', async () => {
    const rig = aWatch();
    rig.write(1000);
    await rig.pass(50);
    rig.write(5000);
    await rig.pass(50);

    expect(rig.timeouts).toBe(1);
  });

  it('lets one go on that takes something now and then', async () => {
    const rig = aWatch();
    rig.write(1000);
    for (let round = 0; round < 5; round += 1) {
      rig.write(1000);
      rig.waiting -= 100;
      await rig.pass(100);
    }
    expect(rig.timeouts).toBe(0);

    await rig.pass(100);
    expect(rig.timeouts).toBe(1);
  });

  it('hears of what was taken in the very moment that the time was up', async () => {
    const rig = aWatch();
    rig.write(1000);

    rig.clock.advance(100);
    rig.waiting = 0;
    await turn();

    expect(rig.timeouts).toBe(0);
  });

  it('runs no timer while nothing waits, when no time is set, and after the end', async () => {
    const idle = aWatch();
    idle.watch.wrote(10);
    expect(idle.clock.running).toBe(0);

    const patient = aWatch(0);
    patient.write(10);
    expect(patient.clock.running).toBe(0);

    const closed = aWatch();
    closed.write(10);
    closed.watch.close();
    closed.write(10);
    await closed.pass(100);
    expect([closed.clock.running, closed.timeouts]).toEqual([0, 0]);
  });
});
