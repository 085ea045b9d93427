import type { Channel } from '../../../engine/calls/channel/channel';
import type { TextSignal } from '../../../engine/calls/channel/signal';
import type { MessagingResult } from '../../../engine/messaging';
import { messageOf } from '../../messages/message-notes';
import { setResult } from '../../runner/result-variable';
import { splitArguments } from '../../expressions/split-arguments';
import type { ApplicationDeps, Applications } from '../application-deps';

/** Texts: within a call, and outside of calls. */
export function messageApplications({ variables, messaging }: ApplicationDeps): Applications {
  const read = (channel: Channel, name: string): string => {
    const found = variables.read(channel, name);
    return found.outcome === 'read' ? found.value : '';
  };

  return {
    SendText: (channel, data) => {
      const text = textOf(data, (field) => read(channel, `SENDTEXT_${field}`));
      const { status, kind } = sendText(channel, text);
      setResult(channel, 'SENDTEXTTYPE', kind);
      setResult(channel, 'SENDTEXTSTATUS', status);
    },
    MessageSend: async (channel, data) => {
      const [to = '', given = '', shownTo = ''] = splitArguments(data).map((part) => part.trim());
      if (!to.includes(':')) return channel.variables.set('MESSAGE_SEND_STATUS', 'INVALID_URI');
      const from = given === '' ? read(channel, 'MESSAGE(from)') : given;
      const body = read(channel, 'MESSAGE(body)');
      const result = await messaging.send({ to, from, shownTo, body, variables: dataToSend(channel) });
      channel.variables.set('MESSAGE_SEND_STATUS', statusOf(result));
    },
  };
}

function dataToSend(channel: Channel): ReadonlyMap<string, string> {
  const sent = [...messageOf(channel).data].filter(([, { isSent }]) => isSent);
  return new Map(sent.map(([key, { value }]) => [key, value]));
}

/** The variable beats the argument, in which backslashes stand for what cannot be written there. */
function textOf(data: string, field: (name: string) => string): TextSignal {
  const [body, contentType] = [field('BODY'), field('CONTENT_TYPE')];
  const [fromName, toName] = [field('FROM_DISPLAYNAME'), field('TO_DISPLAYNAME')];
  return {
    type: 'text',
    text: body === '' ? decodeEscapes(data) : body,
    ...(contentType === '' ? {} : { contentType }),
    ...(fromName === '' ? {} : { fromName }),
    ...(toName === '' ? {} : { toName }),
  };
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

function decodeEscapes(text: string): string {
  return text.replace(/\\(.)/gs, (_whole, letter: string) => escapes[letter] ?? letter);
}

interface SentText {
  readonly status: 'SUCCESS' | 'FAILURE' | 'UNSUPPORTED';
  readonly kind: 'NONE' | 'BASIC' | 'ENHANCED';
}

function sendText({ line, isEnding }: Channel, text: TextSignal): SentText {
  const { carriesText } = line;
  const isWords = /^text\//i.test(text.contentType ?? 'text/plain');
  if (carriesText === undefined || (carriesText === 'basic' && !isWords))
    return { status: 'UNSUPPORTED', kind: 'NONE' };
  if (text.text === '' || isEnding) return { status: 'FAILURE', kind: 'NONE' };
  line.send(carriesText === 'basic' ? { type: 'text', text: text.text } : text);
  return { status: 'SUCCESS', kind: carriesText === 'basic' ? 'BASIC' : 'ENHANCED' };
}

function statusOf({ outcome }: MessagingResult): string {
  switch (outcome) {
    case 'taken':
      return 'SUCCESS';
    case 'refused':
    case 'invalid':
      return 'FAILURE';
    case 'no-technology':
      return 'INVALID_PROTOCOL';
  }
}
