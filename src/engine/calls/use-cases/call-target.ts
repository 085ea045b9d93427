import type { ApplicationEntry, ApplicationPort } from '../dialing/application-port';
import type { Program } from '../dialing/calls';
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

export function readPriority(
  target: DialplanTarget,
  dialplan: Pick<DialplanPort, 'findLabel'>,
): number | Extract<TargetRefusal, { readonly outcome: 'label-unknown' | 'priority-invalid' }> {
  const { context, extension, priority, label } = target;
  if (!label) return priority || 1;
  if (/^\d+$/.test(label)) return Number(label) > 0 ? Number(label) : { outcome: 'priority-invalid' };
  return dialplan.findLabel(context, extension, label) ?? { outcome: 'label-unknown', target };
}
