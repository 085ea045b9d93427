import { channelId, idIfGiven } from '../../shared/ids';
import type { CallCompletion } from '../../engine/calls/dialing/call-completion';
import { causes } from '../../engine/calls/channel/hangup-cause';
import { parseParty } from '../../engine/calls/channel/party';
import type { CallTarget } from '../../engine/calls/use-cases/call-target';
import type { OriginateOutcome, OriginateRequest } from '../../engine/calls/use-cases/originate';
import type { OriginateFacts } from '../events/own-event';
import type { Response } from '../protocol/response';
import { failure, success } from '../protocol/response';
import type { Performed } from '../session/manager-session';
import type { ActionContext } from './action-row';
import { action } from './action-row';
import { classesOfApplication } from './application-classes';
import { assignmentProblem, assignmentsIn } from './assignments';
import type { Values } from './parameters';
import { flag, needed, optional, repeated, whole } from './parameters';

const parameters = {
  channel: needed('Channel', 'What to call: `<technology>/<resource>`.'),
  context: optional('Context', 'Where the call goes when it is answered; with Exten and Priority.'),
  exten: optional('Exten', 'The extension there.'),
  priority: optional('Priority', 'The priority or label there.'),
  application: optional('Application', 'An application to run; Context, Exten and Priority do not count then.'),
  data: optional('Data', 'What the application is given; without one it does not count.'),
  timeout: whole('Timeout', 'Milliseconds until the call must be answered; 30000 when it is not given.'),
  callerId: optional('CallerID', 'The caller to show: `Name <number>`.'),
  variables: repeated('Variable', 'Variables to set: `name=value`; several are separated by commas.'),
  isEarly: flag(
    'EarlyMedia',
    'Goes on as soon as something can be heard from the called party, before it has answered.',
  ),
  subroutine: optional(
    'PreDialGoSub',
    'A subroutine that the new channel runs before it is called: `[[context^]extension^]priority[(argument^…)]`.',
  ),
  account: optional('Account', 'The account that the call is billed to.'),
  isAsync: flag('Async', 'Answers at once; the event OriginateResponse tells what became of the call.'),
  codecs: optional('Codecs', 'Formats to offer, separated by commas.'),
  channelId: optional('ChannelId', 'The id of the channel.'),
  otherChannelId: optional('OtherChannelId', 'The id of the second channel of a Local pair.'),
};

type Request = Values<typeof parameters>;
type ReadRequest = Omit<Request, 'subroutine'> & Pick<OriginateRequest, 'subroutine'>;

const defaultTimeout = 30_000;

/** The reasons of OriginateResponse. */
const reasons = { failed: 0, hungUp: 1, unanswered: 3, answered: 4, busy: 5, congestion: 8 } as const;

export const originateAction = action('Originate', 'Places a call.', {
  classes: ['originate'],
  parameters,
  answer: 'Nothing more. Without `Async`, the answer comes when the call was answered or has failed.',
  run: (request, context) => {
    const target = targetOf(request, context);
    if (target.kind === 'error') return target;
    const problem = assignmentProblem(request.variables);
    if (problem !== undefined) return failure(problem);
    const subroutine = request.subroutine === '' ? undefined : context.services.readSubroutine(request.subroutine);
    if (request.subroutine !== '' && subroutine === undefined)
      return failure(`PreDialGoSub must be [[context^]extension^]priority[(argument^…)], got '${request.subroutine}'`);
    return placeCall({ ...request, subroutine }, target, context);
  },
});

function placeCall(request: ReadRequest, target: CallTarget, context: ActionContext): Performed {
  const { services, session, message } = context;
  const variables = [
    ...(session.user?.variables ?? []),
    ...request.variables.flatMap(assignmentsIn).map(([name, value]) => ({ name, value })),
  ];
  const placed = services.useCases.originate({
    endpoint: request.channel,
    target,
    variables,
    originator: undefined,
    id: idIfGiven(request.channelId, channelId),
    otherId: idIfGiven(request.otherChannelId, channelId),
    formats: request.codecs.split(',').flatMap((codec) => codec.trim() || []),
    callerId: request.callerId === '' ? undefined : parseParty(request.callerId),
    timeout: request.timeout ?? defaultTimeout,
    accountCode: request.account || undefined,
    subroutine: request.subroutine,
    startsEarly: request.isEarly,
  });
  const { actionId } = message;
  const report = (outcome: OriginateOutcome, completion?: CallCompletion): void =>
    services.feed.raise({
      type: 'originate-finished',
      at: services.clock.now(),
      actionId,
      ...factsOf(request, target, outcome),
      ...resultOf(completion),
    });
  if (!request.isAsync) return session.later(() => whenAnswered(placed));
  if (!(placed instanceof Promise)) return queued(placed, report);
  return placed.then((outcome) => queued(outcome, report));
}

async function whenAnswered(placed: OriginateOutcome | Promise<OriginateOutcome>): Promise<Response> {
  const outcome = await placed;
  if (outcome.outcome !== 'made') return refusal(outcome);
  const completion = await outcome.completion;
  return completion.outcome === 'answered' ? success('Originate successfully queued') : failure('Originate failed');
}

type Report = (outcome: OriginateOutcome, completion?: CallCompletion) => void;

function queued(outcome: OriginateOutcome, report: Report): Response {
  if (outcome.outcome !== 'made') return refusal(outcome);
  void outcome.completion.then((completion) => report(outcome, completion));
  return success('Originate successfully queued');
}

/**
 * Where the call goes, or what is wrong with that. An application counts before a place, and data without one for
 * nothing: existing clients fill in all fields of a form.
 */
function targetOf(request: Request, { session }: ActionContext): CallTarget | Extract<Response, { kind: 'error' }> {
  const { context, exten: extension, priority, application: name, data } = request;
  if (name !== '') {
    const missing = classesOfApplication(name).find((each) => !session.mayUse([each]));
    if (missing !== undefined)
      return {
        kind: 'error',
        message: `Originate Access Forbidden: the application ${name} needs the class ${missing}`,
      };
    return { kind: 'dialplan-application', name, data };
  }
  if (context === '' || extension === '' || priority === '')
    return { kind: 'error', message: "Originate with 'Exten' requires 'Context' and 'Priority'" };
  return { kind: 'dialplan', context, extension, priority: undefined, label: priority };
}

function refusal(outcome: Exclude<OriginateOutcome, { readonly outcome: 'made' }>): Response {
  switch (outcome.outcome) {
    case 'id-taken':
      return failure(`ChannelId ${outcome.id} is in use`);
    case 'id-too-long':
      return failure(`${outcome.which === 'id' ? 'ChannelId' : 'OtherChannelId'} is too long`);
    case 'format-unknown':
      return failure(`Codecs names the unknown format ${outcome.format}`);
    case 'application-unknown':
      return failure(`Application ${outcome.name} does not exist`);
    case 'label-unknown':
    case 'priority-invalid':
      return failure('Extension does not exist.');
    case 'module-missing':
      return failure(`The module ${outcome.module} is not loaded`);
    case 'formats-and-originator':
    case 'originator-unknown':
      throw new Error('a call of the manager interface has no originator');
    case 'endpoint-malformed':
    case 'technology-unknown':
    case 'no-pair':
    case 'refused':
    case 'unavailable':
      return failure(`Originate failed: ${outcome.reason}`);
  }
}

function factsOf(
  request: ReadRequest,
  target: CallTarget,
  outcome: OriginateOutcome,
): Omit<OriginateFacts, 'isAnswered' | 'reason'> {
  const { name: callerName, number: callerNumber } = parseParty(request.callerId);
  const isApplication = target.kind === 'dialplan-application';
  return {
    channel: outcome.outcome === 'made' ? outcome.channel : undefined,
    endpoint: request.channel,
    context: request.context,
    extension: request.exten,
    callerName,
    callerNumber,
    ...(isApplication ? { application: request.application, data: request.data } : { application: '', data: '' }),
  };
}

function resultOf(completion: CallCompletion | undefined): Pick<OriginateFacts, 'isAnswered' | 'reason'> {
  if (completion?.outcome === 'answered') return { isAnswered: true, reason: reasons.answered };
  return { isAnswered: false, reason: completion === undefined ? reasons.failed : reasonOf(completion.cause) };
}

function reasonOf(cause: number): number {
  switch (cause) {
    case causes.busy:
      return reasons.busy;
    case causes.congestion:
      return reasons.congestion;
    case causes.noAnswer:
    case causes.noResponse:
      return reasons.unanswered;
    case causes.unknown:
      return reasons.failed;
    default:
      return reasons.hungUp;
  }
}
