import type { Channel } from '../../engine/calls/channel/channel';
import { causes } from '../../engine/calls/channel/hangup-cause';
import type { CallTarget } from '../../engine/calls/use-cases/call-target';
import type { ManagerServices } from '../manager-services';
import type { CommandRow } from './command-row';
import { table } from './command-row';

/** Looking at calls, placing and ending them. */
export const callCommands: readonly CommandRow[] = [
  {
    words: 'core show channels',
    usage: '',
    description: 'lists all channels',
    classes: ['system', 'reporting'],
    run: (_, { channels, bridges }) => {
      const rows = channels
        .list()
        .map((channel) => [
          ...[channel.name, placeOf(channel), channel.state],
          `${channel.position.application.name}(${channel.position.application.data})`,
          bridges.of(channel)?.id ?? '',
        ]);
      const count = channels.list().length;
      return [
        ...table([['Channel', 'Location', 'State', 'Application(Data)', 'Bridge'], ...rows]),
        `${count} active channel${count === 1 ? '' : 's'}`,
        `${channels.callCount()} active call${channels.callCount() === 1 ? '' : 's'}`,
      ];
    },
  },
  {
    words: 'core show channel',
    usage: '<channel>',
    description: 'shows a channel with its variables',
    classes: ['system', 'reporting'],
    run: ([name = ''], { channels, bridges }) => {
      const channel = channels.find(name);
      if (channel === undefined) return [`there is no channel '${name}'`];
      const {
        parties: { caller, connected },
        attributes,
      } = channel;
      return [
        ...table([
          ['Name', channel.name],
          ['UniqueID', channel.id],
          ['LinkedID', attributes.linkedId],
          ['Caller ID', `${caller.name} <${caller.number}>`],
          ['Connected line', `${connected.name} <${connected.number}>`],
          ['State', channel.state],
          ['Location', placeOf(channel)],
          ['Application', `${channel.position.application.name}(${channel.position.application.data})`],
          ['Bridge', bridges.of(channel)?.id ?? '(none)'],
          ['Account', attributes.accountCode],
          ['Language', attributes.language],
        ]),
        'Variables:',
        ...[...channel.variables.all()].map(([variable, value]) => `${variable}=${value}`),
      ];
    },
  },
  {
    words: 'channel request hangup',
    usage: '<channel>|all',
    description: 'hangs up a channel, or all of them',
    classes: ['system', 'call'],
    run: ([name = ''], { channels }) => {
      const found = name === 'all' ? channels.list() : [channels.find(name)].filter((each) => each !== undefined);
      for (const channel of found) channel.hangUp(causes.normal);
      return found.length === 0
        ? [`there is no channel '${name}'`]
        : found.map((channel) => `Requested Hangup on channel '${channel.name}'`);
    },
  },
  {
    words: 'channel originate',
    usage: '<endpoint> application <name> [<data>] | <endpoint> extension [<extension>@<context>]',
    description: 'places a call',
    classes: ['originate'],
    run: originate,
  },
];

const timeout = 30_000;

async function originate(args: readonly string[], { useCases }: ManagerServices): Promise<readonly string[]> {
  const [endpoint = '', kind, target = '', ...rest] = args;
  const read = targetOf(kind, target, rest.join(' '));
  if (read === undefined) return ['usage: channel originate <endpoint> application <name> [<data>]'];
  const outcome = await useCases.originate({
    endpoint,
    target: read,
    id: undefined,
    otherId: undefined,
    formats: [],
    originator: undefined,
    variables: [],
    callerId: undefined,
    timeout,
  });
  if (outcome.outcome === 'made') return [`calling: ${outcome.channel.name}`];
  return [`not called: ${'reason' in outcome ? outcome.reason : outcome.outcome}`];
}

function targetOf(kind: string | undefined, target: string, data: string): CallTarget | undefined {
  if (kind === 'application' && target !== '') return { kind: 'dialplan-application', name: target, data };
  if (kind !== 'extension') return undefined;
  const [extension = '', context = ''] = target.split('@');
  return {
    kind: 'dialplan',
    extension: extension || 's',
    context: context || 'default',
    priority: undefined,
    label: undefined,
  };
}

function placeOf({
  position: {
    place: { context, extension, priority },
  },
}: Channel): string {
  return `${extension}@${context}:${priority}`;
}
