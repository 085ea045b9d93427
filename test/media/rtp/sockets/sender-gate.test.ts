import type { Origin } from '../../../../src/media/rtp/sockets/sender-gate';
import { SenderGate } from '../../../../src/media/rtp/sockets/sender-gate';

const expected = { address: '192.0.2.1', port: 4000 };
const stranger = { address: '198.51.100.7', port: 9999 };
const other = { address: '198.51.100.8', port: 1 };

/** Milliseconds go by. */
function pass(gate: SenderGate, milliseconds: number): void {
  for (let tick = 0; tick < milliseconds / 20; tick += 1) gate.tick();
}

const admitted = (gate: SenderGate, ...senders: readonly Origin[]): boolean[] =>
  senders.map((sender) => gate.admits(sender));

describe('the gate for senders', () => {
  let gate: SenderGate;
  beforeEach(() => {
    gate = new SenderGate(expected, { probation: 4 });
  });

  it('takes who is expected from his first packet on', () => {
    expect(admitted(gate, expected, expected)).toEqual([true, true]);
  });

  it('accepts no other source afterwards', () => {
    gate.admits(expected);
    expect(admitted(gate, ...Array<Origin>(20).fill(stranger))).toEqual(Array<boolean>(20).fill(false));
    expect(gate.admits(expected)).toBe(true);
  });

  it('takes another who keeps sending, since translators of addresses change where packets seem to come from', () => {
    expect(admitted(gate, ...Array<Origin>(5).fill(stranger))).toEqual([false, false, false, true, true]);
  });

  it('gives the place back to who was expected as soon as he sends', () => {
    admitted(gate, ...Array<Origin>(5).fill(stranger));
    expect(admitted(gate, expected, stranger, expected)).toEqual([true, false, true]);
  });

  it('does not add up packets of several unknown senders', () => {
    const others = [stranger, other, stranger, other, stranger, other];
    expect(admitted(gate, ...others)).toEqual(others.map(() => false));
  });

  it('accepts another source after a long silence', () => {
    gate.admits(expected);
    pass(gate, 4000);
    expect(gate.admits(stranger)).toBe(false);
    pass(gate, 1000);
    expect(admitted(gate, ...Array<Origin>(4).fill(stranger))).toEqual([false, false, false, true]);
  });
});
