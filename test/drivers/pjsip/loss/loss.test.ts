import { cases } from '../../../support/effort';
import type { Fault } from '../../../support/sip/memory-network';
import { LossPhone } from './loss-phone';
import { LossServer } from './loss-server';
import type { Scenario, Stage } from './scenarios';
import { scenarios } from './scenarios';

interface Outcome {
  /** What the phones and the server have seen. */
  readonly facts: readonly string[];
  /** What is left of it although enough time has passed. */
  readonly left: Readonly<Record<string, number>>;
  readonly ladder: readonly string[];
}

const faults: readonly Fault[] = ['lost', 'duplicated', 'delayed'];
/** How many faults each message meets: in short runs one after the other has its turn. */
const faultsPerMessage = cases({ few: 1, many: faults.length });
const isTried = (index: number, kind: Fault): boolean =>
  (index + faults.indexOf(kind)) % faults.length < faultsPerMessage;

let stage: Stage;
let idle: Readonly<Record<string, number>>;

beforeAll(async () => {
  const server = await LossServer.start();
  const { network, clock } = server;
  const sessionTimer = { interval: 90, minimum: 90 };
  stage = {
    server,
    alice: await LossPhone.open({ name: 'alice', port: 6001, network, clock, sessionTimer }),
    bob: await LossPhone.open({ name: 'bob', port: 6002, network, clock }),
    carol: await LossPhone.open({ name: 'carol', port: 6003, network, clock }),
  };
  idle = server.left;
});
afterAll(async () => {
  for (const phone of phonesOf(stage)) phone.close();
  await stage.server.close();
});

describe.each(Object.entries(scenarios))('%s', (_name, scenario) => {
  let undisturbed: Outcome;
  beforeAll(async () => {
    undisturbed = await play(scenario);
  });

  it('comes to its end and leaves nothing', () => {
    expect(undisturbed.left).toEqual({});
    expect(undisturbed.facts.length).toBeGreaterThan(0);
  });

  it.each(faults)('comes to the same end when any message is %s', async (kind) => {
    for (const index of undisturbed.ladder.keys()) {
      if (!isTried(index, kind)) continue;
      const { ladder, ...outcome } = await play(scenario, { kind, index });
      const where = `${kind}: ${undisturbed.ladder[index]}\n${ladder.join('\n')}`;
      expect({ where, ...outcome }).toEqual({ where, facts: undisturbed.facts, left: {} });
    }
  });
});

async function play(scenario: Scenario, fault?: { readonly kind: Fault; readonly index: number }): Promise<Outcome> {
  const { server } = stage;
  const phones = phonesOf(stage);
  for (const phone of phones) {
    phone.happened.length = 0;
    phone.onAnswered = () => undefined;
  }
  server.destroyed.length = 0;
  server.network.begin(fault);
  await scenario(stage);
  const left = (): Readonly<Record<string, number>> => ({
    ...over(server.left, idle),
    ...Object.fromEntries(
      phones.flatMap(({ name, left: own }) =>
        Object.entries(over(own)).map(([what, count]) => [`${name} ${what}`, count]),
      ),
    ),
  });
  await server.passUntil(() => Object.keys(left()).length === 0);
  const facts = [
    ...phones.flatMap(({ name, happened }) => happened.map((fact) => `${name} ${fact}`)),
    ...[...server.destroyed].sort(),
  ];
  return { facts, left: left(), ladder: [...server.network.ladder] };
}

function phonesOf({ alice, bob, carol }: Stage): readonly LossPhone[] {
  return [alice, bob, carol];
}

/** What there is more than in idleness. */
function over(
  counts: Readonly<Record<string, number>>,
  idle: Readonly<Record<string, number>> = {},
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(counts).flatMap(([name, count]) => {
      const more = count - (idle[name] ?? 0);
      return more === 0 ? [] : [[name, more]];
    }),
  );
}
