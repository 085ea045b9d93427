import type { Channel } from '../../engine/calls/channel/channel';
import type { DialplanPlace } from '../../engine/calls/channel/dialplan-place';
import { readContinuation } from '../../engine/calls/use-cases/call-target';
import type { TransferProgress } from '../../engine/calls/transfer/transfer';
import type { Response } from '../protocol/response';
import { failure, success } from '../protocol/response';
import { action } from './action-row';
import { noSuchChannel } from './channel-actions';
import type { ManagerServices } from '../manager-services';
import { needed, optional } from './parameters';

/** Sending channels to other places. */
export const transferActions = [
  action('Redirect', 'Sends a channel, and a second one if it is named, to another place in the dialplan.', {
    classes: ['call'],
    parameters: {
      channel: needed('Channel', 'The channel, by name or id.'),
      context: needed('Context', 'Where it goes.'),
      exten: needed('Exten', 'The extension there.'),
      priority: needed('Priority', 'The priority or label there.'),
      extraChannel: optional('ExtraChannel', 'A second channel.'),
      extraContext: optional('ExtraContext', 'Where that one goes; the same place when it is not given.'),
      extraExten: optional('ExtraExten', 'The extension there.'),
      extraPriority: optional('ExtraPriority', 'The priority or label there.'),
    },
    answer: 'Nothing more.',
    run: (given, { services, message }) => {
      const { context, exten, priority } = given;
      const first = readMove(given.channel, { context, exten, priority }, services);
      if (typeof first === 'string') return failure(first);
      if (given.extraChannel === '') {
        const alone = (['ExtraContext', 'ExtraExten', 'ExtraPriority'] as const).find(
          (name) => message.get(name) !== '',
        );
        return alone === undefined ? redirect([first], services) : failure(`${alone} needs ExtraChannel`);
      }
      const second = readMove(
        given.extraChannel,
        {
          context: given.extraContext || context,
          exten: given.extraExten || exten,
          priority: given.extraPriority || priority,
        },
        services,
      );
      return typeof second === 'string' ? failure(`ExtraChannel: ${second}`) : redirect([first, second], services);
    },
  }),
  action('BlindTransfer', 'Sends the partner of a channel to an extension, as if the channel had asked for it.', {
    classes: ['call'],
    parameters: {
      channel: needed('Channel', 'The channel whose partner is sent, by name or id.'),
      context: needed('Context', 'Where the partner goes.'),
      exten: needed('Exten', 'The extension there.'),
    },
    answer: 'Nothing more. The event BlindTransfer tells the details.',
    run: ({ channel: name, context, exten }, { session, services }) => {
      const channel = services.channels.find(name);
      if (channel === undefined) return noSuchChannel;
      return session.later(async () =>
        transferResponse(await services.transfer(channel, { context, extension: exten })),
      );
    },
  }),
  action('Atxfer', 'Connects a channel with an extension; its partner goes there when the channel hangs up.', {
    classes: ['call'],
    parameters: {
      channel: needed('Channel', 'The channel that transfers, by name or id.'),
      exten: needed('Exten', 'The extension to talk to.'),
      context: optional('Context', 'Its context; that of the channel when it is not given.'),
    },
    answer:
      'Nothing more. The event AttendedTransfer tells the result. A call is placed, so `originate` is needed too.',
    run: ({ channel: name, exten, context: given }, { session, services }) => {
      if (!session.mayUse(['originate'])) return failure('Permission denied: Atxfer needs the class originate');
      const channel = services.channels.find(name);
      if (channel === undefined) return noSuchChannel;
      const context = given || channel.position.place.context;
      if (!services.dialplan.hasExtension(context, exten))
        return failure(`There is no extension ${exten} in ${context}`);
      return services.consult(channel, { context, extension: exten })
        ? success('Atxfer successfully queued')
        : failure('Atxfer failed: the channel is not in a bridge of the dialplan with one partner');
    },
  }),
];

interface Move {
  readonly channel: Channel;
  readonly place: DialplanPlace;
}

interface WrittenPlace {
  readonly context: string;
  readonly exten: string;
  readonly priority: string;
}

/** A text says what is wrong. */
function readMove(name: string, { context, exten, priority }: WrittenPlace, services: ManagerServices): Move | string {
  const channel = services.channels.find(name);
  if (channel === undefined) return 'No such channel';
  const { dialplan } = services;
  if (!dialplan.hasExtension(context, exten)) return `There is no extension ${exten} in ${context}`;
  const read = readContinuation({ context, extension: exten, label: priority }, channel.position.place, dialplan);
  if (read.outcome !== 'read' || read.place === undefined)
    return `There is no priority ${priority} at ${exten} in ${context}`;
  return { channel, place: read.place };
}

function redirect(moves: readonly Move[], { sendTo }: ManagerServices): Response {
  const stuck = moves.find(({ channel, place }) => !sendTo(channel, place));
  if (stuck === undefined) return success('Redirect successful');
  return failure(`Redirect failed: ${stuck.channel.name} cannot be taken away from what runs it`);
}

function transferResponse(progress: TransferProgress): Response {
  switch (progress) {
    case 'transferred':
    case 'trying':
    case 'ringing':
      return success('Transfer succeeded');
    case 'no-target':
      return failure('Transfer failed: there is no such extension');
    case 'invalid':
      return failure('Transfer invalid: the channel has no partner');
    case 'not-permitted':
      return failure('Transfer not permitted');
    case 'failed':
    case 'declined':
    case 'unavailable':
    case 'busy':
    case 'no-answer':
      return failure('Transfer failed');
  }
}
