import type { Message } from '../protocol/message';
import type { Response } from '../protocol/response';
import { failure, success } from '../protocol/response';
import type { ManagerSession, Performed } from '../session/manager-session';
import type { ActionRow } from './action-row';
import { action } from './action-row';
import { agiAction } from './agi-action';
import { administrationActions } from './administration-actions';
import { bridgeActions } from './bridge-actions';
import { callControlActions } from './call-control-actions';
import { channelActions } from './channel-actions';
import { commandAction } from './command-action';
import { databaseActions } from './database-actions';
import type { ManagerServices } from '../manager-services';
import { originateAction } from './originate-action';
import { phoneActions } from './phone-actions';
import { phoneRequestActions } from './phone-request-actions';
import { serverActions } from './server-actions';
import { sessionActions } from './session-actions';
import { stateActions } from './state-actions';
import { transferActions } from './transfer-actions';
import { variableActions } from './variable-actions';

const listCommands = action('ListCommands', 'Lists the actions that the user may use.', {
  parameters: {},
  answer: 'A field for each action: its name, a description and the classes of which it needs one.',
  run: (_, { session }) =>
    success(
      undefined,
      actionTable
        .filter(({ classes }) => session.mayUse(classes))
        .map(({ name, description, classes }) => [name, `${description}  (Priv: ${classes.join(',') || '<none>'})`]),
    ),
});

/** All actions, in the order of the reference. */
export const actionTable: readonly ActionRow[] = [
  ...sessionActions,
  originateAction,
  ...channelActions,
  ...bridgeActions,
  ...transferActions,
  ...callControlActions,
  agiAction,
  ...variableActions,
  ...databaseActions,
  ...stateActions,
  ...phoneActions,
  ...phoneRequestActions,
  ...administrationActions,
  ...serverActions,
  commandAction,
  listCommands,
];

const byName = new Map(actionTable.map((row) => [row.name.toLowerCase(), row]));

/** Carries out the action of a message, if its sender may use it. */
export function perform(message: Message, session: ManagerSession, services: ManagerServices): Performed {
  const name = message.get('Action');
  if (name === '') return failure('Missing action in request');
  const row = byName.get(name.toLowerCase());
  const refusal = refusalOf(row, name, session);
  if (row === undefined || refusal !== undefined) return refusal ?? unknown(name);
  return row.run({ session, message, services });
}

/** Without a login, nothing tells which actions there are. */
function refusalOf(row: ActionRow | undefined, name: string, session: ManagerSession): Response | undefined {
  if (session.user === undefined) return row?.isOpen === true ? undefined : failure('Permission denied');
  if (row === undefined) return unknown(name);
  return row.isOpen || session.mayUse(row.classes) ? undefined : failure('Permission denied');
}

function unknown(name: string): Response {
  const shown = name.slice(0, 80);
  return failure(`Invalid/unknown command: ${shown}. Use Action: ListCommands to show available commands.`);
}
