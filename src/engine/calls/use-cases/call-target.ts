import type { ApplicationEntry, ApplicationPort } from '../dialing/application-port';
import type { Program } from '../dialing/calls';
import type { DialplanPlace } from '../channel/dialplan-place';
import type { DialplanPort } from '../channel/dialplan-port';

/** Where a call goes once it is answered. */
export type CallTarget =
  | ({ readonly kind: 'application' } & ApplicationEntry)
  | ({ readonly kind: 'dialplan' } & DialplanTarget)
  /** One application of the dialplan, without a place in it. */
  | { readonly kind: 'dialplan-application'; readonly name: string; readonly data: string };

/** A place in the dialplan, as it is written: a label stands for a priority, and one that is a number is a priority. */
export interface DialplanTarget {
  readonly context: string;
  readonly extension: string;
  readonly priority: number | undefined;
  readonly label: string | undefined;
}

export type TargetRefusal =
  | { readonly outcome: 'label-unknown'; readonly target: DialplanTarget }
  | { readonly outcome: 'priority-invalid' }
  | { readonly outcome: 'application-unknown'; readonly name: string }
  | { readonly outcome: 'module-missing'; readonly module: string };

type PriorityRefusal = Extract<TargetRefusal, { readonly outcome: 'label-unknown' | 'priority-invalid' }>;

export interface TargetDeps {
  readonly applications: ApplicationPort;
  readonly dialplan: Pick<DialplanPort, 'run' | 'findLabel' | 'applicationProgram'>;
}

/** What a channel is to run to get there. */
export function readTarget(
  target: CallTarget,
  { applications, dialplan }: TargetDeps,
): { readonly outcome: 'read'; readonly program: Program } | TargetRefusal {
  if (target.kind === 'application') {
    const module = applications.missingModule();
    if (module !== undefined) return { outcome: 'module-missing', module };
    return { outcome: 'read', program: (channel) => applications.run(channel, target, { isStep: false }) };
  }
  if (target.kind === 'dialplan-application') {
    const program = dialplan.applicationProgram(target.name, target.data);
    return program === undefined ? { outcome: 'application-unknown', name: target.name } : { outcome: 'read', program };
  }
  const priority = readPriority(target, dialplan);
  if (typeof priority !== 'number') return priority;
  const { context, extension } = target;
  return { outcome: 'read', program: (channel) => dialplan.run(channel, { context, extension, priority }) };
}

/** Where a channel is to continue, as it is written; what is left out is taken from where the channel is. */
export type Continuation = Partial<Readonly<Record<'context' | 'extension' | 'label', string | undefined>>> & {
  readonly priority?: number | undefined;
};

/** The place where a channel is to continue; undefined without a target: where it left the dialplan. */
export function readContinuation(
  { context, extension, priority, label }: Continuation,
  from: Pick<DialplanPlace, 'context' | 'extension'>,
  dialplan: Pick<DialplanPort, 'findLabel'>,
): { readonly outcome: 'read'; readonly place: DialplanPlace | undefined } | PriorityRefusal {
  if (!context && !extension && !priority && !label) return { outcome: 'read', place: undefined };
  const where = { context: context || from.context, extension: extension || (context ? 's' : from.extension) };
  const found = readPriority({ ...where, priority, label }, dialplan);
  return typeof found === 'number' ? { outcome: 'read', place: { ...where, priority: found } } : found;
}

function readPriority(target: DialplanTarget, dialplan: Pick<DialplanPort, 'findLabel'>): number | PriorityRefusal {
  const { context, extension, priority, label } = target;
  if (!label) return priority || 1;
  if (/^\d+$/.test(label)) return Number(label) > 0 ? Number(label) : { outcome: 'priority-invalid' };
  return dialplan.findLabel(context, extension, label) ?? { outcome: 'label-unknown', target };
}
