import type { CallCompletion } from '../../../engine/calls/dialing/call-completion';
import { placeCall } from '../../../engine/calls/dialing/call-completion';
import type { Program } from '../../../engine/calls/dialing/calls';
import type { Assignment, DialplanApplication } from '../../../engine/calls/channel/dialplan-port';
import { causes } from '../../../engine/calls/channel/hangup-cause';
import { isKnownFormat } from '../../../engine/calls/channel/formats';
import { Once } from '../../../shared/limits/once';
import { splitArguments } from '../../expressions/split-arguments';
import type { Applications } from '../application-deps';
import type { DialLetters } from './dial/dial-arguments';
import { readLetters, readTime } from './dial/dial-arguments';
import type { CallApplicationDeps } from './dial/dial-deps';
import type { StopSignal } from '../../../shared/scheduling/stop-signal';

type Status = 'FAILED' | 'SUCCESS' | 'BUSY' | 'CONGESTION' | 'HANGUP' | 'RINGING' | 'UNKNOWN';

const defaultTimeout = 30_000;
const known = new Set('aCcnv');

/** Placing calls that have nothing to do with the one that places them. */
export function originateApplications(deps: CallApplicationDeps): Applications {
  const once = new Once();
  const originate: DialplanApplication = async (channel, data, { signal }) => {
    const parts = splitArguments(data, { isRaw: true }).map((part) => part.trim());
    const [endpoint = '', kind = '', first = '', second = '', third = '', seconds = '', letters = ''] = parts;
    const program = readProgram({ kind, first, second, third }, deps);
    const options = readLetters(letters);
    const unknown = [...options.keys()].find((option) => !known.has(option));
    if (unknown !== undefined && once.isFirst(unknown))
      deps.log.warn({ channel: channel.id, option: unknown }, 'Originate: unknown option');
    if (program === undefined) {
      deps.log.warn(
        { channel: channel.id, ...channel.position.place, data },
        'Originate was not told what to do once answered',
      );
      return channel.variables.set('ORIGINATE_STATUS', 'FAILED');
    }
    const timeout = readTime(seconds) ?? defaultTimeout;
    const status = place({ endpoint, program, options, timeout }, deps);
    if (options.has('a')) return channel.variables.set('ORIGINATE_STATUS', 'SUCCESS');
    channel.variables.set('ORIGINATE_STATUS', await unless(signal, status));
  };
  return { Originate: originate };
}

interface OriginateRequest {
  readonly endpoint: string;
  readonly program: Program;
  readonly options: DialLetters;
  readonly timeout: number;
}

/** Places the call; tells what became of it as soon as that is known. */
async function place(
  { endpoint, program, options, timeout }: OriginateRequest,
  { calls, log }: CallApplicationDeps,
): Promise<Status> {
  const [name = '', number = ''] = [options.get('n'), options.get('c')];
  const call = {
    endpoint,
    id: undefined,
    otherId: undefined,
    formats: (options.get('C') ?? '').split('&').filter(isKnownFormat),
    originator: undefined,
    variables: readAssignments(options.get('v') ?? ''),
    callerId: name === '' && number === '' ? undefined : { name, number },
    timeout,
  };
  const placed = await placeCall(calls, call, program);
  if (placed.outcome === 'made') return statusOf(await placed.completion);
  const reason = placed.outcome === 'id-taken' ? `the id ${placed.id} is taken` : placed.reason;
  log.warn({ endpoint, reason }, 'Originate: cannot create channel');
  return 'FAILED';
}

function statusOf(completion: CallCompletion): Status {
  if (completion.outcome === 'answered') return 'SUCCESS';
  switch (completion.cause) {
    case causes.unknown:
      return 'FAILED';
    case causes.busy:
      return 'BUSY';
    case causes.congestion:
    case causes.failure:
      return 'CONGESTION';
    case causes.noAnswer:
      return 'RINGING';
    default:
      return 'HANGUP';
  }
}

/** Who hangs up does not wait for what becomes of the call; the call goes on. */
function unless(signal: StopSignal, status: Promise<Status>): Promise<Status> {
  return new Promise((resolve) => {
    const leave = (): void => resolve('UNKNOWN');
    if (signal.aborted) return leave();
    signal.addEventListener('abort', leave);
    void status.then((found) => {
      signal.removeEventListener('abort', leave);
      resolve(found);
    });
  });
}

interface WrittenProgram {
  readonly kind: string;
  readonly first: string;
  readonly second: string;
  readonly third: string;
}

/** `app,name[,data]` or `exten,context[,extension[,priority]]` */
function readProgram(written: WrittenProgram, deps: CallApplicationDeps): Program | undefined {
  const { kind, first, second, third } = written;
  if (first === '') return undefined;
  if (kind.toLowerCase() === 'app') return deps.dialplan.applicationProgram(first, second);
  if (kind.toLowerCase() !== 'exten') return undefined;
  const [context, extension] = [first, second === '' ? 's' : second];
  const priority = third === '' ? 1 : Number(third) || deps.dialplan.findLabel(context, extension, third);
  return priority === undefined ? undefined : (channel) => deps.dialplan.run(channel, { context, extension, priority });
}

/** `name=value^name=value` */
function readAssignments(text: string): Assignment[] {
  return text.split('^').flatMap((part) => {
    const equals = part.indexOf('=');
    return equals < 1 ? [] : [{ name: part.slice(0, equals).trim(), value: part.slice(equals + 1) }];
  });
}
