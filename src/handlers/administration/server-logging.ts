import type { ServerOperations } from '../../../generated/operations';
import { describeLogFailure } from '../../logging/log-channel-results';
import type { AddFailure } from '../../logging/log-channel-results';
import type { LogChannels } from '../../logging/log-channels';

type LogOperations = 'listLogChannels' | 'addLog' | 'deleteLog' | 'rotateLog';

export const logHandlers = (logs: LogChannels): Pick<ServerOperations, LogOperations> => ({
  listLogChannels: () => ({ status: 200, body: logs.list() }),

  addLog: async ({ logChannelName, configuration }) => {
    const result = await logs.add(logChannelName, configuration);
    if (result.outcome === 'added') return { status: 204 };
    return { status: addStatus[result.outcome], message: describeLogFailure(logChannelName, result) };
  },

  deleteLog: async ({ logChannelName }) => {
    const result = await logs.delete(logChannelName);
    if (result.outcome === 'deleted') return { status: 204 };
    return { status: 404, message: describeLogFailure(logChannelName, result) };
  },

  rotateLog: async ({ logChannelName }) => {
    const result = await logs.rotate(logChannelName);
    if (result.outcome === 'rotated') return { status: 204 };
    const message = describeLogFailure(logChannelName, result);
    // A fault of the disk, not of the client.
    if (result.outcome === 'cannot-rotate') throw new Error(message);
    return { status: 404, message: `${message}: GET /server/logging lists the existing ones` };
  },
});

const addStatus: Readonly<Record<AddFailure['outcome'], 400 | 409>> = {
  'no-levels': 400,
  'unknown-level': 400,
  'unknown-format': 400,
  'bad-name': 400,
  exists: 409,
  'too-many': 409,
  'cannot-open': 409,
  closed: 409,
};
