import type { Mailbox as WireMailbox } from '../../generated/models';
import type { Mailbox } from '../engine/mailbox';

export function presentMailbox({ name, oldMessages, newMessages }: Mailbox): WireMailbox {
  return { name, old_messages: oldMessages, new_messages: newMessages };
}
