import type { Channel } from '../../engine/calls/channel';
import type { MessagingResult } from '../../engine/messaging';
import { splitArguments } from '../split-arguments';
import type { ApplicationDeps, Applications } from './application-deps';

/** Texts: within a call, and outside of calls. */
export function messageApplications({ variables, messaging }: ApplicationDeps): Applications {
  const read = (channel: Channel, name: string): string => {
    const found = variables.read(channel, name);
    return found.outcome === 'read' ? found.value : '';
  };

  return {
    SendText: (channel, data) => {
      const text = data === '' ? read(channel, 'SENDTEXT_BODY') : data;
      if (text !== '') channel.line.send({ type: 'text', text });
      channel.setVariable('SENDTEXTTYPE', text === '' ? 'NONE' : 'BASIC');
      channel.setVariable('SENDTEXTSTATUS', text === '' ? 'FAILURE' : 'SUCCESS');
    },
    MessageSend: async (channel, data) => {
      const [to = '', given = ''] = splitArguments(data).map((part) => part.trim());
      if (!to.includes(':')) return channel.setVariable('MESSAGE_SEND_STATUS', 'INVALID_URI');
      const from = given === '' ? read(channel, 'MESSAGE(from)') : given;
      const body = read(channel, 'MESSAGE(body)');
      const result = await messaging.send({ to, from, body, variables: new Map() });
      channel.setVariable('MESSAGE_SEND_STATUS', statusOf(result));
    },
  };
}

function statusOf({ outcome }: MessagingResult): string {
  switch (outcome) {
    case 'taken':
      return 'SUCCESS';
    case 'refused':
      return 'FAILURE';
    case 'no-technology':
      return 'INVALID_PROTOCOL';
  }
}
