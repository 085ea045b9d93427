import { ForeignPrograms, withPrograms } from '../support/interop/programs';
import { Sipp } from '../support/interop/sipp';
import type { ListenProtocol } from '../sip/stack/stack-rig';
import { StackRig } from '../sip/stack/stack-rig';

let programs: ForeignPrograms;
let rig: StackRig;
const refused: string[] = [];

beforeEach(() => {
  programs = new ForeignPrograms();
  refused.length = 0;
  const refusal = (method: string): number => {
    refused.push(method);
    return 4;
  };
  rig = new StackRig({ overload: { isClosing: () => true, refusal } });
});
afterEach(async () => {
  await programs.close();
  rig.close();
});

describe('sipp at a server with too much to do', () => {
  for (const [protocol, transport] of [
    ['UDP', 'u1'],
    ['TCP', 't1'],
  ] as const satisfies readonly (readonly [ListenProtocol, string])[])
    withPrograms(['sipp'], `is refused with 503 over ${protocol}, and its calls leave nothing`, async () => {
      const { bound } = await rig.listen(protocol);
      const options = ['-s', 'service', '-m', '20', '-r', '100', '-t', transport];
      const counts = await Sipp.start(programs, {
        scenario: 'overloaded-call',
        server: bound.port,
        options,
      }).finished();

      expect(counts).toMatchObject({ successful: 20, failed: 0 });
      expect(new Set(refused)).toEqual(new Set(['INVITE']));
      expect([rig.arrived.length, rig.stack.transactions]).toEqual([0, 0]);
    });
});
