import { SipAgent } from '../../../support/sip-agent/sip-agent';
import type { Trace } from '../recording/trace';
import { needsPhones, phonePorts } from './phone-ports';

/** The phones of a recording, each on a port of its own. */
export class PhoneAgents {
  private constructor(private readonly agents: ReadonlyMap<number, SipAgent>) {}

  static async open(trace: Trace): Promise<PhoneAgents> {
    const agents = new Map<number, SipAgent>();
    if (needsPhones(trace))
      for (const port of new Set(phonePorts(trace).values())) agents.set(port, await SipAgent.open());
    return new PhoneAgents(agents);
  }

  /** What is elsewhere than in the recording. */
  get addresses(): readonly (readonly [recorded: string, ours: string])[] {
    return [...this.agents].map(([recorded, { port }]) => [`127.0.0.1:${recorded}`, `127.0.0.1:${port}`] as const);
  }

  get all(): readonly SipAgent[] {
    return [...this.agents.values()];
  }

  close(): void {
    for (const agent of this.all) agent.close();
  }
}
