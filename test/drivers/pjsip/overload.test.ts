import type { LoadReading } from '../../../src/drivers/pjsip/load-meter';
import { OverloadControl } from '../../../src/drivers/pjsip/overload-control';
import { LoopLoadMeter } from '../../../src/drivers/pjsip/load-meter';
import type { SipResponse } from '../../../src/sip/message/message';
import { ManualClock } from '../../support/client/client-clock';
import type { SipPhone } from '../../support/sip/sip-phone';
import { SipRig, phoneConf, udpTransport } from './sip-rig';

const conf = `${udpTransport}${phoneConf('alice')}\n[global]\ntype = global\nmax_loop_delay = 50\nmax_utilization = 90\n`;
const calm: LoadReading = { utilization: 0.4, delayMs: 2 };
const epochMs = 100;
/** Requests in one epoch: more than are let in whatever the load is. */
const many = 30;

/** A service under a load that the test makes up. */
class BusyRig {
  reading = calm;
  isMeasuring = false;
  readonly rig: SipRig;
  phone!: SipPhone;

  constructor(text = conf) {
    this.rig = new SipRig(text, {
      loadMeter: {
        start: () => {
          this.isMeasuring = true;
          return () => void (this.isMeasuring = false);
        },
        read: () => this.reading,
      },
    });
  }

  async start(): Promise<this> {
    await this.rig.start();
    this.phone = await this.rig.phone('alice');
    return this;
  }

  ask(method = 'OPTIONS', to?: string): Promise<SipResponse> {
    const request = this.phone.request(method);
    if (to !== undefined) request.headers.setRaw('To', to);
    return this.phone.ask(request);
  }

  /** What becomes of this many requests in one epoch; then the epoch ends. */
  async epoch(method = 'OPTIONS', count = many): Promise<readonly number[]> {
    const statuses: number[] = [];
    for (let index = 0; index < count; index += 1) statuses.push((await this.ask(method)).status);
    this.rig.clock.advance(epochMs);
    return statuses;
  }

  get share(): number {
    return this.rig.service.overload.share;
  }
}

describe('in overload', () => {
  let busy: BusyRig;
  beforeEach(async () => {
    busy = await new BusyRig().start();
  });
  afterEach(() => busy.rig.close());

  it('a share of new requests is refused with 503 and Retry-After while the event loop has no time left', async () => {
    busy.reading = { utilization: 1, delayMs: 5 };
    expect(new Set(await busy.epoch())).toEqual(new Set([200]));
    const statuses = await busy.epoch();

    expect(statuses.slice(0, 10)).toEqual(new Array(10).fill(200));
    expect(statuses).toContain(503);
    for (;;) {
      const response = await busy.ask();
      if (response.status !== 503) continue;
      expect(Number(response.headers.raw('Retry-After'))).toBeGreaterThanOrEqual(2);
      break;
    }
    expect(busy.rig.lines.join('\n')).toContain('overload: new SIP requests are refused with 503');
  });

  it('the share shrinks while the load is too high, stays near the limit and grows again below it', async () => {
    busy.reading = { utilization: 1, delayMs: 0 };
    await busy.epoch();
    const first = busy.share;
    await busy.epoch();
    const second = busy.share;
    busy.reading = { utilization: 0.85, delayMs: 0 };
    await busy.epoch();
    const third = busy.share;
    busy.reading = calm;
    await busy.epoch();

    expect([first < 1, second < first, third === second, busy.share > third]).toEqual([true, true, true, true]);
    for (let epoch = 0; epoch < 20; epoch += 1) await busy.epoch('OPTIONS', 1);
    expect(busy.share).toBe(1);
    expect(new Set(await busy.epoch())).toEqual(new Set([200]));
    expect(busy.rig.lines.join('\n')).toContain('overload has ended');
  });

  it('requests that can wait are refused before calls are', async () => {
    busy.reading = { utilization: 0.95, delayMs: 0 };
    await busy.epoch();
    const others = await busy.epoch('OPTIONS', many);
    const registers = (await busy.epoch('REGISTER')).slice(10);

    expect(new Set(registers)).toEqual(new Set([503]));
    expect(others.slice(10)).toContain(200);
  });

  it('requests of a few clients are not refused: other work is not made less by it', async () => {
    busy.reading = { utilization: 1, delayMs: 1000 };
    for (let epoch = 0; epoch < 5; epoch += 1) expect(await busy.epoch('OPTIONS', 3)).toEqual([200, 200, 200]);
  });

  it('requests within dialogs are let in', async () => {
    busy.reading = { utilization: 1, delayMs: 1000 };
    await busy.epoch();
    await busy.epoch('OPTIONS', 11);
    const statuses: number[] = [];
    for (let index = 0; index < many; index += 1)
      statuses.push((await busy.ask('BYE', '<sip:server@127.0.0.1>;tag=ours')).status);

    expect(new Set(statuses)).toEqual(new Set([481]));
  });

  it('is measured only while requests come', async () => {
    expect(busy.isMeasuring).toBe(false);
    await busy.epoch('OPTIONS', 1);
    expect(busy.isMeasuring).toBe(true);
    for (let epoch = 0; epoch < 20; epoch += 1) busy.rig.clock.advance(epochMs);
    expect(busy.isMeasuring).toBe(false);
  });
});

describe('the control of overload by waiting time', () => {
  const limit = 50;

  function aControl() {
    const clock = new ManualClock();
    const changes: boolean[] = [];
    const state = { waiting: { length: 0, delay: 0 } };
    const control = new OverloadControl({
      clock,
      random: () => 0.5,
      waiting: () => state.waiting,
      settings: () => ({ maxDelayMs: limit, maxUtilization: 0 }),
      meter: { start: () => () => undefined, read: () => calm },
      onChanged: (isOverloaded) => void changes.push(isOverloaded),
    });
    const isRefused = (method: string): boolean => control.refusal(method) !== undefined;
    return { control, clock, changes, state, isRefused };
  }

  it.each([
    ['INVITE', 50, 50, false],
    ['INVITE', 50, 51, true],
    ['OPTIONS', 50, 51, true],
    ['REGISTER', 50, 25, false],
    ['REGISTER', 50, 26, true],
    // A few that wait are not the reason.
    ['INVITE', 9, 1000, false],
  ])('%s behind %i others, of which the first has waited %i ms: refused %j', (method, length, delay, expected) => {
    const { state, isRefused } = aControl();
    state.waiting = { length, delay };

    expect(isRefused(method)).toBe(expected);
  });

  it('lets requests in again as soon as the wait is shorter', () => {
    const { state, isRefused, control } = aControl();
    state.waiting = { length: 100, delay: 80 };
    const before = [control.isClosing(), isRefused('INVITE')];
    state.waiting = { length: 90, delay: 20 };

    expect([before, control.isClosing(), isRefused('INVITE')]).toEqual([[true, true], false, false]);
  });

  it('reports the beginning, and the end after a second without refusals', () => {
    const { state, isRefused, clock, changes } = aControl();
    state.waiting = { length: 100, delay: 80 };
    isRefused('INVITE');
    clock.advance(epochMs);
    const atFirst = [...changes];
    state.waiting = { length: 0, delay: 0 };
    clock.advance(9 * epochMs);
    const meanwhile = [...changes];
    clock.advance(epochMs);

    expect([atFirst, meanwhile, changes]).toEqual([[true], [true], [true, false]]);
  });
});

describe('the control of overload', () => {
  it('can be switched off', async () => {
    const busy = await new BusyRig(`${conf}taskprocessor_overload_trigger = none\n`).start();
    busy.reading = { utilization: 1, delayMs: 1000 };
    await busy.epoch();
    expect(new Set(await busy.epoch())).toEqual(new Set([200]));
    await busy.rig.close();
  });
});

describe('the load meter', () => {
  it('tells how late timers were, and begins anew after each reading', () => {
    const clock = new ManualClock();
    const late = { now: clock.now, after: clock.after };
    const meter = new LoopLoadMeter(late);
    const stop = meter.start();
    let lag = 0;
    late.now = () => clock.now() + lag;
    lag = 70;
    clock.advance(20);
    expect(meter.read().delayMs).toBe(70);
    expect(meter.read().delayMs).toBe(0);
    stop();
    expect(clock.running).toBe(0);
  });
});
