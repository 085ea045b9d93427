import { causeText } from '../../engine/calls/channel/hangup-cause';
import { presentationText } from '../../engine/calls/channel/presentation';
import type { ChannelEvent, EngineEventOf } from '../../engine/engine-event';
import { safeName } from '../protocol/write-fields';
import type { EventSources } from './event-sources';
import type { Part } from './event-row';
import { channel, field, fields, row } from './event-row';

const subject = channel<ChannelEvent & OfChannel>(({ channel: of }) => of);
type OfChannel = { readonly type: Exclude<ChannelEvent['type'], 'dial'> };

const technologyCause: Part<{ readonly technologyCause?: number | undefined }> = field(
  ['TechCause', 'The same in the numbers of the technology, where it has its own.', '2.7.0'],
  (event) => event.technologyCause,
);
const digit: Part<EngineEventOf<'channel-digit'>> = field(['Digit', 'The digit.'], (event) => event.digit);
const direction: Part<unknown> = field(['Direction', '`Received` or `Sent`.'], () => 'Received');

/** What happens to one channel. */
export const channelEvents = {
  'channel-created': [row(['Newchannel', 'call'], 'A channel was made.', { parts: [subject] })],
  'channel-state-changed': [row(['Newstate', 'call'], 'The state of a channel has changed.', { parts: [subject] })],
  'channel-caller-changed': [
    row(['NewCallerid', 'call'], 'Another caller is shown for a channel.', {
      parts: [
        subject,
        field(
          ['CID-CallingPres', 'Whether the number may be shown, as a number and in words.'],
          ({ channel: { caller } }) => `${caller.presentation} (${presentationText(caller.presentation)})`,
        ),
      ],
    }),
  ],
  'channel-connected-changed': [
    row(['NewConnectedLine', 'call'], 'Another party is shown at the other end of a channel.', {
      since: '2.7.0',
      parts: [subject],
    }),
  ],
  'channel-dialplan': [
    row(['Newexten', 'dialplan'], 'A channel has started an application.', {
      parts: [
        subject,
        field(['Extension', 'The extension it is at; the same as Exten.'], ({ channel: of }) => of.place.extension),
        field(['Application', 'The application.'], ({ channel: of }) => of.application.name),
        field(['AppData', 'What the application was given.'], ({ channel: of }) => of.application.data),
      ],
    }),
  ],
  'channel-variable-set': [
    row(['VarSet', 'dialplan'], 'A variable of a channel was set.', {
      parts: [
        subject,
        field(['Variable', 'Its name.'], ({ name }) => name),
        field(['Value', 'Its value.'], ({ value }) => value),
      ],
    }),
  ],
  'channel-hangup-requested': [
    row(['HangupRequest', 'call'], 'The far end of a channel has hung up.', {
      when: ({ isSoft }) => !isSoft,
      parts: [subject, field(['Cause', 'Its Q.850 cause, where it is known.'], ({ cause }) => cause), technologyCause],
    }),
    row(['SoftHangupRequest', 'call'], 'The server has been asked to hang up a channel.', {
      when: ({ isSoft }) => isSoft,
      parts: [
        subject,
        field(['Cause', 'A number that says what asked for it.'], ({ cause }) => cause),
        technologyCause,
      ],
    }),
  ],
  'channel-destroyed': [
    row(['Hangup', 'call'], 'A channel has ended.', {
      parts: [
        subject,
        field(['Cause', 'The Q.850 cause.'], ({ cause }) => cause),
        field(['Cause-txt', 'The cause in words.'], ({ cause }) => causeText(cause)),
        technologyCause,
      ],
    }),
  ],
  'channel-held': [
    row(['Hold', 'call'], 'The far end of a channel has put the call on hold.', {
      parts: [subject, field(['MusicClass', 'The music that it asks for.'], ({ musicClass }) => musicClass)],
    }),
  ],
  'channel-unheld': [row(['Unhold', 'call'], 'The far end of a channel has ended the hold.', { parts: [subject] })],
  'channel-digit': [
    row(['DTMFBegin', 'dtmf'], 'A digit has begun. Sent together with DTMFEnd, when the digit is complete.', {
      parts: [subject, digit, direction],
    }),
    row(['DTMFEnd', 'dtmf'], 'A digit has ended.', {
      parts: [
        ...[subject, digit],
        field(['DurationMs', 'How long it lasted, in milliseconds.'], ({ milliseconds }) => milliseconds),
        direction,
      ],
    }),
  ],
  'channel-talking-started': [
    row(['ChannelTalkingStart', 'call'], 'Talking was detected on a channel.', { since: '2.4.0', parts: [subject] }),
  ],
  'channel-talking-finished': [
    row(['ChannelTalkingStop', 'call'], 'Talking has stopped on a channel.', {
      since: '2.4.0',
      parts: [subject, field(['Duration', 'How long it lasted, in milliseconds.'], ({ milliseconds }) => milliseconds)],
    }),
  ],
  'channel-user-event': [
    row(['UserEvent', 'user'], 'An event of the dialplan, of a client or of an application.', {
      parts: [
        subject,
        field(['UserEvent', 'Its name.'], ({ name }) => name),
        fields('The fields that it was sent with.', ({ fields: given }) =>
          Object.entries(given).map(([name, value]) => [safeName(name), value]),
        ),
      ],
    }),
  ],
  'channel-tone-detected': { unshown: 'the manager interface has no event for tones' },
  'channel-replaced': { unshown: 'readers see the new channel and the end of the one that it replaces' },
} satisfies EventSources<Exclude<ChannelEvent, { type: 'dial' }>>;
