import fc from 'fast-check';
import { agiCommands } from '../../../src/dialplan/agi/commands/command-table';
import { settled, value } from '../run-rig';
import { AgiRig } from './agi-rig';

const word = fc.oneof(
  fc.constantFrom('""', '0', '-1', '1', '99999999999', '"', '\\', 'c1', 'Wait', 'Hangup', 'Goto', 'x'.repeat(3000)),
  fc.constantFrom('${', '$[1/0]', '${X', 'default', 's', 'CALLERID(all)', 'DB(a/b)', '../../x', 'wav', 's=1', 'on'),
  fc.string({ unit: 'binary' }),
);
const command = fc
  .tuple(fc.constantFrom(...agiCommands.map(({ name }) => name), 'NOSUCH'), fc.array(word, { maxLength: 8 }))
  .map(([name, words]) => Buffer.from(`${[name, ...words].join(' ')}\n`));
const noise = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));

/** What was sent may arrive late on a busy machine, and a patience that begins then has to pass, too. */
async function isOver(run: Promise<unknown>, pass: () => Promise<void>): Promise<void> {
  let ended = false;
  void run.finally(() => (ended = true));
  while (!ended) await pass();
}

describe('a server that sends anything', () => {
  let rig: AgiRig;
  beforeAll(async () => {
    rig = await AgiRig.start();
  });
  afterAll(() => rig.close());

  it('neither fails an application nor leaves anything behind', async () => {
    const sent = fc.array(fc.oneof({ weight: 4, arbitrary: command }, noise), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(sent, fc.nat(500), async (parts, cut) => {
        const { agi, channel, over, dialplan } = await rig.run(['AGI(URL)']);
        const bytes = Buffer.concat(parts);
        agi.socket.write(bytes.subarray(0, cut));
        agi.socket.write(bytes.subarray(cut));
        agi.end();
        // The first command may wait for the caller without end, and then nothing is answered.
        await Promise.race([over, agi.line(), settled()]);

        channel.hangUp();
        await isOver(over, () => dialplan.pass(31_000));
        // A limit of time that was set goes with the channel.
        channel.destroy();

        expect(value(channel, 'AGISTATUS')).toMatch(/^(SUCCESS|HANGUP)$/);
        expect(dialplan.lines.filter((line) => line.startsWith('error'))).toEqual([]);
        agi.socket.destroy();
        await rig.until(() => rig.server.size === 0 && dialplan.clock.running === 0);
      }),
      { numRuns: 60 },
    );
  });
});
