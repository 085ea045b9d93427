import type { Channel } from '../../../engine/calls/channel/channel';
import type { TransferResult } from '../../../engine/calls/transfer/transfer';
import type { StopSignal } from '../../../shared/scheduling/stop-signal';
import { setResult } from '../../runner/result-variable';
import type { ApplicationDeps, Applications } from '../application-deps';

interface Outcome {
  readonly status: 'SUCCESS' | 'FAILURE' | 'UNSUPPORTED';
  /** That of the technology's protocol. */
  readonly code: number;
}

const failed: Outcome = { status: 'FAILURE', code: 0 };

/** Asks the far end of a call to call another destination instead. */
export function transferApplications({ log }: ApplicationDeps): Applications {
  const transfer = (channel: Channel, data: string, signal: StopSignal): Outcome | Promise<Outcome> => {
    const slash = data.indexOf('/');
    const technology = slash < 1 ? channel.endpoint.technology : data.slice(0, slash);
    const destination = slash < 1 ? data : data.slice(slash + 1);
    if (destination === '' || technology.toLowerCase() !== channel.endpoint.technology.toLowerCase()) {
      log.warn({ channel: channel.id, destination: data }, 'Transfer needs a destination of the same technology');
      return failed;
    }
    const asked = channel.line.transfer?.({ destination });
    if (asked === undefined) return { status: 'UNSUPPORTED', code: 0 };
    return asked instanceof Promise ? unlessEnded(signal, asked.then(outcomeOf)) : outcomeOf(asked);
  };
  const tell = (channel: Channel, { status, code }: Outcome): void => {
    setResult(channel, 'TRANSFERSTATUS', status);
    setResult(channel, 'TRANSFERSTATUSPROTOCOL', String(code));
  };

  return {
    Transfer: (channel, data, { signal }) => {
      const outcome = transfer(channel, data.trim(), signal);
      if (!(outcome instanceof Promise)) return tell(channel, outcome);
      return outcome.then((found) => tell(channel, found));
    },
  };
}

function outcomeOf({ outcome, code }: TransferResult): Outcome {
  return { status: outcome === 'transferred' ? 'SUCCESS' : 'FAILURE', code };
}

/** There is nothing to wait for on a call that has ended. */
function unlessEnded(signal: StopSignal, asked: Promise<Outcome>): Promise<Outcome> {
  return new Promise((resolve) => {
    const end = (): void => resolve(failed);
    if (signal.aborted) return end();
    signal.addEventListener('abort', end);
    void asked.then((outcome) => {
      signal.removeEventListener('abort', end);
      resolve(outcome);
    });
  });
}
