import type { Channel } from '../../../engine/calls/channel/channel';
import type { StopSignal } from '../../../shared/scheduling/stop-signal';
import { isTrue } from '../../expressions/condition';
import { pause, readSeconds } from '../../runner/pause';
import { setResult } from '../../runner/result-variable';
import { splitArguments } from '../../expressions/split-arguments';
import type { ApplicationDeps, Applications } from '../application-deps';

/** Milliseconds between two looks at a condition. */
const usualInterval = 50;

/** Waiting for a moment, or until something is so. */
export function conditionalWaitingApplications({ variables, clock, log }: ApplicationDeps): Applications {
  const untilTrue = async (channel: Channel, request: ConditionRequest, signal: StopSignal): Promise<string> => {
    const deadline = request.timeout === undefined ? Infinity : clock.now() + request.timeout;
    while (!signal.aborted) {
      if (isTrue(variables.substitute(channel, request.expression))) return 'TRUE';
      const left = deadline - clock.now();
      if (left <= 0) return 'TIMEOUT';
      await pause(clock, Math.min(request.interval, left), signal);
    }
    return 'HANGUP';
  };

  return {
    WaitUntil: async (channel, data, { signal }) => {
      const tell = (status: string): void => setResult(channel, 'WAITUNTILSTATUS', status);
      const seconds = data.trim() === '' ? NaN : Number(data);
      if (Number.isNaN(seconds)) {
        log.warn({ channel: channel.id, epoch: data }, 'WaitUntil needs seconds since 1970');
        return tell('FAILURE');
      }
      const left = seconds * 1000 - clock.now();
      if (left < 0) return tell('PAST');
      await pause(clock, left, signal);
      return tell(signal.aborted ? 'HANGUP' : 'OK');
    },
    WaitForCondition: async (channel, data, { signal }) => {
      const tell = (status: string): void => setResult(channel, 'WAITFORCONDITIONSTATUS', status);
      const request = readCondition(data);
      if (request !== undefined) return tell(await untilTrue(channel, request, signal));
      log.warn({ channel: channel.id, data }, 'WaitForCondition needs <character>,<expression>');
      return tell('FAILURE');
    },
  };
}

interface ConditionRequest {
  readonly expression: string;
  /** Milliseconds. */
  readonly timeout: number | undefined;
  readonly interval: number;
}

/** `#,#["#{NAME}"="1"][,timeout[,interval]]`: the first character stands for the dollar sign, which would count too early. */
function readCondition(data: string): ConditionRequest | undefined {
  const [character = '', expression = '', seconds = '', pauses = ''] = splitArguments(data, { isRaw: true });
  if (character.trim().length !== 1 || expression.trim() === '') return undefined;
  const [timeout, interval] = [readSeconds(seconds) ?? 0, readSeconds(pauses) ?? 0];
  return {
    expression: expression.trim().replaceAll(character.trim(), '$'),
    timeout: timeout > 0 ? timeout : undefined,
    interval: interval > 0 ? interval : usualInterval,
  };
}
