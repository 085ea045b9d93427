import type { Channel } from '../../engine/calls/channel/channel';
import { causes } from '../../engine/calls/channel/hangup-cause';
import { tryRegex } from '../../shared/regex/try-regex';
import { channelValues } from '../events/blocks';
import type { Fields } from '../protocol/write-fields';
import { safeName } from '../protocol/write-fields';
import type { Response } from '../protocol/response';
import { failure, success } from '../protocol/response';
import { action } from './action-row';
import type { ManagerServices } from '../manager-services';
import { flag, needed, optional, whole } from './parameters';

export const noSuchChannel = failure('No such channel');

/** Showing channels and ending them. */
export const channelActions = [
  action('CoreShowChannels', 'Lists all channels.', {
    classes: ['system', 'reporting'],
    parameters: {},
    answer:
      'A list of CoreShowChannel, closed by CoreShowChannelsComplete: the block of the channel, `BridgeId`, `Application`, `ApplicationData`, `Duration`.',
    run: (_, { services }) => ({
      kind: 'list',
      message: 'Channels will follow',
      items: services.channels.list().map((channel) => ({
        event: 'CoreShowChannel',
        fields: [...channelValues(channel.snapshot()), ...usage(channel, services)],
      })),
      complete: 'CoreShowChannelsComplete',
    }),
  }),
  action('Status', 'Lists channels with their details and variables.', {
    classes: ['system', 'call', 'reporting'],
    parameters: {
      channel: optional('Channel', 'One channel, by name or id; all without it.'),
      variables: optional('Variables', 'Names of variables to show, separated by commas.'),
      allVariables: flag('AllVariables', 'Shows all variables of the channels.'),
    },
    answer:
      'A list of Status, closed by StatusComplete: the block of the channel, `Type`, `DNID`, `BridgeID`, `Application`, `Data`, `Seconds` and a `Variable` for each variable.',
    run: ({ channel: name, variables, allVariables }, { services }) => {
      const { channels } = services;
      const found = name === '' ? channels.list() : [channels.find(name)].filter((channel) => channel !== undefined);
      if (name !== '' && found.length === 0) return noSuchChannel;
      const names = variables.split(',').map((each) => each.trim());
      const items = found.map((channel) => ({
        event: 'Status',
        fields: [
          ...channelValues(channel.snapshot()),
          ...details(channel, services),
          ...shownVariables(channel, allVariables ? 'all' : names.filter((each) => each !== ''), services),
        ],
      }));
      const summary: Fields = [['Items', items.length]];
      return { kind: 'list', message: 'Channel status will follow', items, complete: 'StatusComplete', summary };
    },
  }),
  action('Hangup', 'Hangs up a channel, or all whose names match an expression.', {
    classes: ['system', 'call'],
    parameters: {
      channel: needed('Channel', 'Its name or id, or an expression between slashes: `/^PJSIP\\/alice-/`.'),
      cause: whole('Cause', 'The Q.850 cause, 1 to 127; 16 when it is not given.'),
    },
    answer: 'Nothing more; for an expression a list of ChannelHungup, closed by ChannelsHungupListComplete.',
    run: ({ channel: name, cause = causes.normal }, { services }) => {
      if (cause > 127) return failure(`Cause must be a number from 1 to 127, got '${cause}'`);
      const expression = /^\/(.*)\/$/.exec(name)?.[1];
      if (expression !== undefined) return hangUpMatching(expression, cause, services);
      const channel = services.channels.find(name);
      if (channel === undefined) return noSuchChannel;
      channel.hangUp(cause);
      return success('Channel Hungup');
    },
  }),
];

function hangUpMatching(expression: string, cause: number, { channels }: ManagerServices): Response {
  const regex = tryRegex(expression);
  if (regex === undefined) return failure('Channel is not an expression that can be read');
  const found = channels.list().filter(({ name }) => regex.matches(name));
  for (const channel of found) channel.hangUp(cause);
  return {
    kind: 'list',
    message: 'Channels hung up will follow',
    items: found.map(({ name }) => ({ event: 'ChannelHungup', fields: [['Channel', name]] })),
    complete: 'ChannelsHungupListComplete',
  };
}

function usage(channel: Channel, services: ManagerServices): Fields {
  const { application } = channel.position;
  return [
    ['BridgeId', services.bridges.of(channel)?.id ?? ''],
    ['Application', application.name],
    ['ApplicationData', application.data],
    ['Duration', clockTime(secondsOf(channel, services))],
  ];
}

function details(channel: Channel, services: ManagerServices): Fields {
  const { application } = channel.position;
  return [
    ['Type', channel.endpoint.technology],
    ['DNID', channel.parties.dialledNumber ?? ''],
    ['BridgeID', services.bridges.of(channel)?.id ?? ''],
    ['Application', application.name],
    ['Data', application.data],
    ['Seconds', secondsOf(channel, services)],
  ];
}

function shownVariables(channel: Channel, names: readonly string[] | 'all', { variables }: ManagerServices): Fields {
  const wanted = names === 'all' ? [...channel.variables.all()].map(([name]) => name) : names;
  return wanted.map((name) => {
    const read = variables.read(channel, name, 'outside');
    return ['Variable', `${safeName(name)}=${read.outcome === 'read' ? read.value : ''}`];
  });
}

function secondsOf({ createdAt }: Channel, { clock }: ManagerServices): number {
  return Math.floor((clock.now() - createdAt) / 1000);
}

function clockTime(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
