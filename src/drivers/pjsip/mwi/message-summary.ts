import type { MessageCounts } from '../../../engine/mailbox';
import type { EventState } from '../../../sip/subscription/event-state';

export const summaryEvent = 'message-summary';
export const summaryType = 'application/simple-message-summary';

/** How many messages wait in some mailboxes together, and where they are listened to (RFC 3842). */
export function messageSummary(mailboxes: readonly MessageCounts[], account: string | undefined): EventState {
  const sum = (count: (mailbox: MessageCounts) => number): number =>
    mailboxes.reduce((total, mailbox) => total + count(mailbox), 0);
  const [newMessages, oldMessages] = [sum((each) => each.newMessages), sum((each) => each.oldMessages)];
  const lines = [
    `Messages-Waiting: ${newMessages > 0 ? 'yes' : 'no'}`,
    ...(account === undefined ? [] : [`Message-Account: ${account}`]),
    `Voice-Message: ${newMessages}/${oldMessages} (0/0)`,
  ];
  return { type: summaryType, content: lines.map((line) => `${line}\r\n`).join('') };
}
