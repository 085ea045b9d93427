import fc from 'fast-check';
import type { CallModel } from '../../support/calls/call-model';
import * as commands from '../../support/calls/call-model';
import { CallRig } from '../../support/calls/call-rig';
import { CallWorld } from '../../support/calls/call-world';
import { cases } from '../../support/effort';

const id = fc.constantFrom('c1', 'c2', 'c3');
const bridge = fc.constantFrom('b1', 'b2');
const app = fc.constantFrom('one' as const, 'two' as const);
/** Most calls are answered: only with those can much be done. */
const extension = fc.nat(9).map((draw) => (['ringing', 'busy', 'nosuch'] as const)[draw] ?? 'up');
const end = fc.constantFrom('' as const, ';2' as const);

const often = <Item>(times: number, item: Item): readonly Item[] => Array.from({ length: times }, () => item);

/** What may be done with calls, as often as it is worth trying. */
const anything = [
  ...often(
    5,
    fc.tuple(id, extension, app).map((args) => commands.originate(...args)),
  ),
  ...often(
    2,
    fc.tuple(id, app).map((args) => commands.create(...args)),
  ),
  ...often(2, id.map(commands.dial)),
  id.map(commands.answer),
  fc.tuple(id, end).map((args) => commands.hangUp(...args)),
  id.map(commands.continueIn),
  ...often(
    2,
    fc.tuple(id, app).map((args) => commands.move(...args)),
  ),
  fc.tuple(id, fc.constantFrom('a', 'b')).map((args) => commands.setVariable(...args)),
  bridge.map(commands.makeBridge),
  bridge.map(commands.destroyBridge),
  ...often(
    5,
    fc.tuple(bridge, id).map((args) => commands.addChannel(...args)),
  ),
  ...often(
    3,
    fc.tuple(bridge, id).map((args) => commands.removeChannel(...args)),
  ),
  app.map(commands.toggle),
  fc.constant(commands.compare()),
];

/** Something to begin with. */
const prelude = [
  commands.makeBridge('b1'),
  commands.makeBridge('b2'),
  commands.originate('c1', 'up', 'one'),
  commands.originate('c2', 'up', 'two'),
  commands.create('c3', 'one'),
];

describe('calls under any commands', () => {
  let rig: CallRig;
  beforeAll(async () => {
    rig = await CallRig.start();
  });
  afterAll(() => rig.close());

  it('answer as the contract says, and are told of in an order that makes sense', async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(anything, { maxCommands: 100, size: 'max' }), async (plan) => {
        const world = await CallWorld.open(rig);
        await world.connect('one');
        await world.connect('two');
        const model: CallModel = { channels: new Map(), bridges: new Set(), connected: new Set(['one', 'two']) };
        try {
          await fc.asyncModelRun(() => ({ model, real: world }), [...prelude, ...plan, commands.compare()]);
        } finally {
          expect(await world.close()).toEqual([]);
        }
      }),
      { numRuns: cases({ few: 10, many: 200 }) },
    );
  });
});
