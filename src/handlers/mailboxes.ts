import type { MailboxesOperations } from '../../generated/operations';
import type { Refusal } from '../contract/handler';
import type { Mailboxes } from '../engine/mailboxes';
import { presentMailbox } from './present-mailbox';
import { quoted } from './quoted';
import { needRoom } from './room';
import { mapInSlices } from '../shared/scheduling/map-in-slices';
import { when } from '../shared/scheduling/when';

export const mailboxHandlers = (mailboxes: Mailboxes): MailboxesOperations => ({
  list: () => when(mapInSlices(mailboxes.list(), presentMailbox), (body) => ({ status: 200, body })),

  get: ({ mailboxName }) => {
    const mailbox = mailboxes.get(mailboxName);
    return mailbox === undefined ? noMailbox(mailboxName) : { status: 200, body: presentMailbox(mailbox) };
  },

  update: async ({ mailboxName, oldMessages, newMessages }) => {
    if (mailboxes.get(mailboxName) === undefined) needRoom('mailboxes', mailboxes.size);
    await mailboxes.set(mailboxName, { oldMessages, newMessages });
    return { status: 204 };
  },

  delete: async ({ mailboxName }) =>
    (await mailboxes.remove(mailboxName)) === 'removed' ? { status: 204 } : noMailbox(mailboxName),
});

function noMailbox(name: string): Refusal<404> {
  return { status: 404, message: `there is no mailbox ${quoted(name)}: a PUT with its message counts makes one` };
}
