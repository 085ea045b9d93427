import { execFile } from 'node:child_process';
import type { DialplanApplication } from '../../../engine/calls/channel/dialplan-port';
import type { Applications } from '../application-deps';
import type { StopSignal } from '../../../shared/scheduling/stop-signal';
import { asAbortSignal } from '../../../shared/scheduling/stop-signal';

type SystemStatus = 'SUCCESS' | 'APPERROR' | 'FAILURE';

/** Programs of the machine. Only a dialplan can run applications, and that is the operator's own. */
export function systemApplications(): Applications {
  const run: DialplanApplication = async (channel, command, { signal }) => {
    const status = command.trim() === '' ? 'FAILURE' : await execute(command, signal);
    if (!channel.isGone) channel.variables.set('SYSTEMSTATUS', status);
  };
  return { System: run, TrySystem: run };
}

/** A call that ends takes its program with it. */
function execute(command: string, stop: StopSignal): Promise<SystemStatus> {
  const { signal, release } = asAbortSignal(stop);
  return new Promise((resolve) => {
    execFile('/bin/sh', ['-c', command], { signal }, (error) => {
      release();
      if (error === null) resolve('SUCCESS');
      else resolve(typeof error.code === 'number' && error.code !== 127 ? 'APPERROR' : 'FAILURE');
    });
  });
}
