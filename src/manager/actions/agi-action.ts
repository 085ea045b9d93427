import type { ManagerClass } from '../../config/files/interfaces/manager-classes';
import { isDangerous } from '../../engine/dangerous-functions';
import type { Response } from '../protocol/response';
import { failure, success } from '../protocol/response';
import { action } from './action-row';
import { classesOfApplication } from './application-classes';
import { needed, optional } from './parameters';

/** Sends commands to calls that wait in `AGI(agi:async)`. */
export const agiAction = action('AGI', 'Sends a command to a channel that waits in `AGI(agi:async)`.', {
  classes: ['agi'],
  parameters: {
    channel: needed('Channel', 'The channel, by name or id.'),
    command: needed(
      'Command',
      'The command, as AGI programs write it. `EXEC` of an application may need further classes.',
    ),
    commandId: optional('CommandID', 'Comes back in the event AsyncAGIExec.'),
  },
  answer: 'Nothing more. The event AsyncAGIExec tells the answer to the command.',
  run: ({ channel: name, command, commandId }, { session, services }): Response => {
    const channel = services.channels.find(name);
    if (channel === undefined) return failure(`Channel ${name} does not exist`);
    const needs = classesOfCommand(command, services.applicationOfAgi(command));
    const missing = needs.find((each) => !session.mayUse([each]));
    if (missing !== undefined) return failure(`Permission denied: this command needs the class ${missing}`);
    switch (services.asyncAgi.send(channel, { id: commandId, text: command })) {
      case 'queued':
        return success('Added AGI command to queue');
      case 'full':
        return failure('Too many AGI commands wait for this channel');
      case 'not-waiting':
        return failure(`Channel ${channel.name} does not wait for AGI commands`);
    }
  },
});

/**
 * A command runs with the rights of the dialplan. What reaches out of the calls needs the class that the action for it
 * needs; so does what is put together only when the command is carried out.
 */
function classesOfCommand(command: string, application: string | undefined): readonly ManagerClass[] {
  const text = command.replaceAll('\\', '');
  const functions = [...text.matchAll(/(\w+)\s*\(/g)].map(([, name = '']) => name);
  const isOpen = /\$[{[]/.test(text) || functions.some((name) => isDangerous(name) || name.toUpperCase() === 'EVAL');
  return [
    ...(isOpen ? (['system'] as const) : []),
    ...(application === undefined ? [] : classesOfApplication(application)),
  ];
}
