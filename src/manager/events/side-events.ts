import type { SideEvent } from '../../engine/engine-event';
import { safeName } from '../protocol/write-fields';
import type { EventSources } from './event-sources';
import { channel, field, fields, row } from './event-row';

type Spying = Extract<SideEvent, { readonly type: 'spying-started' | 'spying-stopped' }>;
const [spyer, spied] = [
  channel<Spying>((event) => event.spyer, 'Spyer'),
  channel<Spying>((event) => event.spied, 'Spyee'),
];

/** What happens beside calls. */
export const sideEvents = {
  'local-channels-linked': [
    row(['LocalBridge', 'call'], 'The two channels of a Local pair lead to each other.', {
      parts: [
        channel((event) => event.near, 'LocalOne'),
        channel((event) => event.far, 'LocalTwo'),
        field(['Context', 'Where the second one starts in the dialplan.'], ({ target }) => target.context),
        field(['Exten', 'The extension there.'], ({ target }) => target.extension),
        field(['LocalOptimization', '`No`: the pair stays until its end.'], () => 'No'),
      ],
    }),
  ],
  'channel-account-changed': [
    row(['NewAccountCode', 'call'], 'A channel is billed to another account.', {
      parts: [
        channel((event) => event.channel),
        field(['OldAccountCode', 'The account before.'], ({ before }) => before),
      ],
    }),
  ],
  'music-started': [
    row(['MusicOnHoldStart', 'call'], 'A channel hears music on hold.', {
      parts: [
        channel((event) => event.channel),
        field(['Class', 'The class of the music.'], ({ musicClass }) => musicClass),
      ],
    }),
  ],
  'music-stopped': [
    row(['MusicOnHoldStop', 'call'], 'A channel no longer hears music on hold.', {
      parts: [channel((event) => event.channel)],
    }),
  ],
  'spying-started': [row(['ChanSpyStart', 'call'], 'A channel listens to another one.', { parts: [spyer, spied] })],
  'spying-stopped': [
    row(['ChanSpyStop', 'call'], 'A channel has stopped listening to another one.', { parts: [spyer, spied] }),
  ],
  'call-picked-up': [
    row(['Pickup', 'call'], 'A channel has answered a call that rang elsewhere.', {
      parts: [channel((event) => event.by), channel((event) => event.called, 'Target')],
    }),
  ],
  'registration-changed': [
    row(['Registry', 'system'], 'A registration of ours with another server has changed.', {
      parts: [
        field(['ChannelType', 'The technology.'], ({ technology }) => technology),
        field(['Username', 'As whom we register.'], ({ username }) => username),
        field(['Domain', 'The server.'], ({ domain }) => domain),
        field(['Status', '`Registered`, `Unregistered` or `Rejected`.'], ({ status }) => status),
      ],
    }),
  ],
  'application-user-event': [
    row(['UserEvent', 'user'], 'An event about a channel that an application has sent over the REST interface.', {
      parts: [
        channel((event) => event.channel),
        field(['UserEvent', 'Its name.'], ({ name }) => name),
        fields('The fields that it was sent with.', ({ fields: given }) =>
          Object.entries(given).map(([name, value]) => [safeName(name), value]),
        ),
      ],
    }),
  ],
} satisfies EventSources<SideEvent>;
