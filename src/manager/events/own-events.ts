import { unknownValue } from './blocks';
import type { EventSources } from './event-sources';
import { statusOf } from './extension-status';
import type { Part } from './event-row';
import { field, fields, row } from './event-row';
import type { OwnEvent } from './own-event';

type LoginEvent = Extract<OwnEvent, { readonly type: 'login' }>;

/** What every security event tells. */
function securityParts(severity: string, version: number): Part<LoginEvent>[] {
  return [
    field(['EventTV', 'When it happened.'], ({ at }) => new Date(at).toISOString()),
    field(['Severity', '`Informational` or `Error`.'], () => severity),
    field(['Service', '`AMI`.'], () => 'AMI'),
    field(['EventVersion', 'The version of this form of event.'], () => version),
    field(['AccountID', 'The name of the user.'], ({ account }) => account),
    field(['SessionID', 'An id of the connection.'], ({ session }) => session),
    field(['LocalAddress', 'Where the client has connected to.'], ({ localAddress }) => localAddress),
    field(['RemoteAddress', 'Where the client has connected from.'], ({ remoteAddress }) => remoteAddress),
  ];
}

/** Events about the interface itself and what its clients do. */
export const ownEvents = {
  'originate-finished': [
    row(['OriginateResponse', 'call'], 'What became of a call that was originated with `Async: true`.', {
      parts: [
        field(['ActionID', 'That of the action Originate.'], ({ actionId }) => actionId || undefined),
        field(['Response', '`Success` or `Failure`.'], ({ isAnswered }) => (isAnswered ? 'Success' : 'Failure')),
        field(
          ['Channel', 'The channel, or what was to be called.'],
          ({ channel, endpoint }) => channel?.name ?? endpoint,
        ),
        field(['Context', 'Where the call was to go.'], ({ context }) => context),
        field(['Exten', 'The extension there.'], ({ extension }) => extension),
        field(['Application', 'The application that was to be run.'], ({ application }) => application || undefined),
        field(['Data', 'What the application was to be given.'], ({ application, data }) =>
          application ? data : undefined,
        ),
        field(
          ['Reason', '0 failed, 1 hung up, 3 not answered, 4 answered, 5 busy, 8 congestion.'],
          ({ reason }) => reason,
        ),
        field(['Uniqueid', 'The id of the channel.'], ({ channel }) => channel?.id ?? '<null>'),
        field(['CallerIDNum', 'The number that was shown.'], ({ callerNumber }) => callerNumber || unknownValue),
        field(['CallerIDName', 'The name that was shown.'], ({ callerName }) => callerName || unknownValue),
      ],
    }),
  ],
  'client-user-event': [
    row(['UserEvent', 'user'], 'An event that a client has sent with the action UserEvent.', {
      parts: [
        field(['UserEvent', 'Its name.'], ({ name }) => name),
        fields('The fields that it was sent with.', (event) => event.fields),
      ],
    }),
  ],
  login: [
    row(['SuccessfulAuth', 'security'], 'A client has logged in.', {
      when: ({ isAccepted }) => isAccepted,
      parts: [
        ...securityParts('Informational', 1),
        field(['UsingPassword', '1: the client has given a secret.'], () => 1),
      ],
    }),
    row(['InvalidPassword', 'security'], 'A client has failed to log in.', {
      when: ({ isAccepted }) => !isAccepted,
      parts: securityParts('Error', 2),
    }),
  ],
  'fully-booted': [
    row(['FullyBooted', 'system'], 'Sent to a client after its login: the server is ready.', {
      parts: [
        field(['Status', '`Fully Booted`.'], () => 'Fully Booted'),
        field(['Uptime', 'Seconds since the start.'], ({ at, startedAt }) => Math.floor((at - startedAt) / 1000)),
        field(['LastReload', 'Seconds since the configuration was read.'], ({ at, reloadedAt }) =>
          Math.floor((at - reloadedAt) / 1000),
        ),
      ],
    }),
  ],
  reloaded: [
    row(['Reload', 'system'], 'The configuration was read again.', {
      parts: [
        field(['Module', 'What was reloaded; `All` for everything.'], ({ module }) => module),
        field(['Status', '0: without a fault.'], () => 0),
      ],
    }),
  ],
  'extension-state-changed': [
    row(['ExtensionStatus', 'call'], 'The phones of an extension, as its hint names them, have another state.', {
      parts: [
        field(['Exten', 'The extension.'], ({ extension }) => extension.extension),
        field(['Context', 'Its context.'], ({ extension }) => extension.context),
        field(['Hint', 'Its devices.'], ({ extension }) => extension.devices.join('&')),
        field(['Status', 'The state as a number.'], ({ state }) => statusOf(state)[0]),
        field(['StatusText', 'The state as a word.'], ({ state }) => statusOf(state)[1]),
      ],
    }),
  ],
  cel: [
    row(['CEL', 'call'], 'An entry of the channel event log, where cel.conf enables it for the manager interface.', {
      parts: [
        field(['EventName', 'What happened: `CHAN_START`, `ANSWER`, `BRIDGE_ENTER`, …'], ({ name }) => name),
        field(['AccountCode', 'The account of the channel.'], ({ channel }) => channel.accountCode),
        field(['CallerIDnum', 'The number of the caller.'], ({ channel }) => channel.caller.number),
        field(['CallerIDname', 'The name of the caller.'], ({ channel }) => channel.caller.name),
        field(['CallerIDani', 'The number of the caller.'], ({ channel }) => channel.caller.number),
        field(['CallerIDrdnis', 'Where the call was redirected from.'], ({ channel }) => channel.redirectedFrom ?? ''),
        field(['CallerIDdnid', 'The number that was dialled; empty.'], () => ''),
        field(['Exten', 'The extension.'], ({ channel }) => channel.place.extension),
        field(['Context', 'Its context.'], ({ channel }) => channel.place.context),
        field(['Channel', 'The name of the channel.'], ({ channel }) => channel.name),
        field(['Application', 'What it runs.'], ({ channel }) => channel.application.name),
        field(['AppData', 'What that was given.'], ({ channel }) => channel.application.data),
        field(
          ['EventTime', 'When it happened.'],
          ({ at }) => `${new Date(at).toISOString().slice(0, 23).replace('T', ' ')}000`,
        ),
        field(['AMAFlags', '`DOCUMENTATION`.'], () => 'DOCUMENTATION'),
        field(['UniqueID', 'The id of the channel.'], ({ channel }) => channel.id),
        field(['LinkedID', 'The id of the call.'], ({ channel }) => channel.linkedId),
        field(['UserField', 'Empty.'], () => ''),
        field(['Peer', 'Other channels that it is about.'], ({ peer }) => peer),
        field(['PeerAccount', 'Empty.'], () => ''),
        field(['Extra', 'More about it, as JSON.'], ({ extra }) => extra),
      ],
    }),
  ],
  shutdown: [
    row(['Shutdown', 'system'], 'The server is going to stop.', {
      parts: [
        field(['Shutdown', '`Cleanly`.'], () => 'Cleanly'),
        field(['Restart', '`True` when it is started again.'], ({ isRestart }) => (isRestart ? 'True' : 'False')),
      ],
    }),
  ],
} satisfies EventSources<Exclude<OwnEvent, { readonly type: `async-agi-${string}` }>>;
