import type { AsyncAgiCalls } from '../../engine/calls/dialing/async-agi';
import type { Channel } from '../../engine/calls/channel/channel';
import type { ApplicationResult, ApplicationRun, DialplanApplication } from '../../engine/calls/channel/dialplan-port';
import type { StopSignal } from '../../shared/scheduling/stop-signal';
import type { Applications } from '../applications/application-deps';
import { DigitReader } from '../interaction/digit-reader';
import { Prompts } from '../interaction/prompts';
import { setResult } from '../runner/result-variable';
import { splitArguments } from '../expressions/split-arguments';
import type { AgiCommandDeps } from './commands/agi-command';
import { agiEnvironment } from './agi-environment';
import type { AgiEnd } from './agi-session';
import { AgiSession } from './agi-session';
import type { AgiTarget } from './transport/agi-target';
import { parseTarget } from './transport/agi-target';
import type { OpenedTransport } from './transport/agi-transport';
import { asyncTransport } from './transport/async-transport';
import { findScript } from './transport/script-file';
import { openScript } from './transport/script-transport';
import { openServer } from './transport/server-transport';
import type { Destinations } from '../../shared/network/destinations';

export interface AgiDeps extends Omit<AgiCommandDeps, 'prompts' | 'digits'> {
  readonly asyncCalls: AsyncAgiCalls;
  readonly destinations: Destinations;
  /** Where scripts are looked for. */
  readonly scriptDirectory: string;
  /** The whole environment of scripts. */
  readonly scriptEnvironment: Readonly<Record<string, string>>;
  readonly version: string;
  /** Fires when Patchbay closes. */
  readonly closing: StopSignal;
}

type AgiStatus = 'SUCCESS' | 'FAILURE' | 'NOTFOUND' | 'HANGUP';

const statuses: Readonly<Record<AgiEnd | 'failed' | 'not-found', AgiStatus>> = {
  success: 'SUCCESS',
  failure: 'FAILURE',
  failed: 'FAILURE',
  'not-found': 'NOTFOUND',
  hangup: 'HANGUP',
};

/** Programs outside that control a call, by the protocol that they know as AGI. */
export function agiApplications(deps: AgiDeps): Applications {
  const { log } = deps;
  const commandDeps = { ...deps, prompts: new Prompts(deps), digits: new DigitReader(deps) };
  let threadId = 0;

  const converse = async (channel: Channel, data: string, run: ApplicationRun): Promise<AgiStatus> => {
    const [request = '', ...given] = splitArguments(data).map((part) => part.trim());
    const target = parseTarget(request);
    const opened = await open(deps, { channel, target, given, signal: run.signal });
    if (run.signal.aborted) {
      if (opened.outcome === 'open') opened.transport.close();
      return 'HANGUP';
    }
    if (opened.outcome !== 'open') {
      log.warn({ channel: channel.id, request: shown(request), reason: opened.reason }, 'AGI cannot be started');
      return statuses[opened.outcome];
    }
    threadId += 1;
    const facts = { version: deps.version, threadId, arguments: given, ...factsOf(target, request) };
    const session = new AgiSession({ channel, run, transport: opened.transport }, commandDeps);
    return statuses[await session.hold(agiEnvironment(channel, facts, deps.variables))];
  };

  const agi: DialplanApplication = async (channel, data, run): Promise<ApplicationResult> => {
    const status = await converse(channel, data, run);
    setResult(channel, 'AGISTATUS', status);
    return status === 'HANGUP' ? 'hangup' : undefined;
  };

  return {
    AGI: agi,
    // AGI also works for ended calls, so DeadAGI is the same.
    DeadAGI: agi,
    EAGI: (channel) => {
      log.warn({ channel: channel.id }, 'EAGI is not supported: programs get no audio, AudioSocket passes it on');
      setResult(channel, 'AGISTATUS', 'FAILURE');
    },
  };
}

interface OpenRequest {
  readonly channel: Channel;
  readonly target: AgiTarget;
  readonly given: readonly string[];
  readonly signal: StopSignal;
}

async function open(deps: AgiDeps, { channel, target, given, signal }: OpenRequest): Promise<OpenedTransport> {
  switch (target.kind) {
    case 'server':
      return openServer(target.server, signal, deps);
    case 'script': {
      const script = await findScript(target.name, deps.scriptDirectory);
      if (script.outcome !== 'found') return script;
      const call = { path: script.path, arguments: given, channelId: channel.id };
      return openScript(call, { ...deps, environment: deps.scriptEnvironment });
    }
    case 'async': {
      const call = deps.asyncCalls.open(channel);
      if ('refused' in call) return { outcome: 'failed', reason: call.refused };
      return { outcome: 'open', transport: asyncTransport(call) };
    }
    case 'unsupported':
      return { outcome: 'failed', reason: target.reason };
  }
}

function factsOf(target: AgiTarget, request: string) {
  return {
    request: target.kind === 'async' ? 'async' : request,
    isNetwork: target.kind === 'server',
    networkScript: target.kind === 'server' ? target.script : undefined,
  };
}

/** The query may be secret. */
function shown(request: string): string {
  return request.replace(/\?.*$/s, '?…');
}
