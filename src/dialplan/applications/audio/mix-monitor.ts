import { rm } from 'node:fs/promises';
import type { Channel } from '../../../engine/calls/channel/channel';
import type { Monitor } from '../../../engine/audio/recording/monitors';
import type { Logger } from '../../../shared/logger';
import { Once } from '../../../shared/limits/once';
import { runDetached } from '../../system/detached-program';
import { readPositive } from '../../expressions/positive-number';
import { setResult } from '../../runner/result-variable';
import { splitArguments } from '../../expressions/split-arguments';
import type { ApplicationDeps, Applications } from '../application-deps';
import type { DialLetters } from '../calling/dial/dial-arguments';
import type { MixMonitorArguments } from './mix-monitor-options';
import { readMixMonitor } from './mix-monitor-options';

/** Seconds between the beeps that tell callers that they are recorded. */
const usualInterval = 15;

/** Recording whole calls: both directions, whatever the channel does meanwhile. */
export function mixMonitorApplications(deps: ApplicationDeps): Applications {
  const { sound, log } = deps;
  const once = new Once();
  /** What is to be done by the one who stops it. */
  const optionsOf = new WeakMap<Monitor, DialLetters>();
  const afterwards = afterwardsOf(deps);

  return {
    MixMonitor: async (channel, data) => {
      const refuse = (reason: string): void =>
        log.warn({ channel: channel.id, data, reason }, 'MixMonitor cannot record');
      const asked = readMixMonitor(data);
      if (typeof asked === 'string') return refuse(asked);
      const started = await sound().monitor(channel, asked.request);
      if (started.outcome === 'refused') return refuse(started.reason);
      const { monitor } = started;
      const { options } = asked;
      optionsOf.set(monitor, options);
      void afterwards(channel, monitor, asked);
      setResult(channel, 'MIXMONITOR_FILENAME', monitor.paths[0] ?? '');
      const variable = options.get('i') ?? '';
      if (variable !== '') setResult(channel, variable, monitor.id);
      if (options.has('m') && once.isFirst('m'))
        log.warn({ channel: channel.id }, 'MixMonitor: there is no voicemail here; the option m is passed over');
      if (options.has('p')) beep(deps, channel);
      if (options.has('B')) beepRegularly(deps, channel, { monitor, interval: options.get('B') });
    },
    /** Returns when the files are complete, so that the dialplan can use them. */
    StopMixMonitor: async (channel, data) => {
      const [id = ''] = splitArguments(data).map((part) => part.trim());
      const stopped = sound()
        .monitorsOf(channel)
        .filter((monitor) => id === '' || monitor.id === id);
      if (id !== '' && stopped.length === 0)
        log.warn({ channel: channel.id, id }, 'StopMixMonitor: there is no such recording of this channel');
      for (const monitor of stopped) monitor.stop();
      await Promise.all(stopped.map(({ over }) => over));
      if (stopped.some((monitor) => optionsOf.get(monitor)?.has('P') === true)) beep(deps, channel);
    },
  };
}

/** What follows when a recording is complete. Its command is filled in now: the channel is gone then, as a rule. */
function afterwardsOf({ variables, log }: ApplicationDeps) {
  return async (
    channel: Channel,
    monitor: Monitor,
    { command: written, options }: MixMonitorArguments,
  ): Promise<void> => {
    const command = variables.substitute(channel, written.replaceAll('^{', '${')).trim();
    const ends = await monitor.over;
    const failures = ends.flatMap(({ failed }, index) =>
      failed === undefined ? [] : [{ failed, path: monitor.paths[index] }],
    );
    for (const { failed, path } of failures)
      log.warn({ channel: channel.id, path, reason: failed }, 'MixMonitor has failed');
    if (failures.length > 0) return;
    if (command !== '') await runDetached(command, log);
    if (options.has('d')) await Promise.all(monitor.paths.map((path) => remove(path, log)));
  };
}

/** Never rejects. */
function remove(path: string, log: Logger): Promise<void> {
  return rm(path, { force: true }).catch((error: unknown) =>
    log.warn({ path, error }, 'a recording of MixMonitor could not be deleted'),
  );
}

function beep({ sound }: ApplicationDeps, channel: Channel): void {
  if (!channel.isEnding) sound().play(channel, { anyOf: ['sound:beep'] });
}

function beepRegularly(
  deps: ApplicationDeps,
  channel: Channel,
  { monitor, interval }: { readonly monitor: Monitor; readonly interval: string | undefined },
): void {
  const milliseconds = (readPositive(interval) ?? usualInterval) * 1000;
  const wait = (): (() => void) =>
    deps.clock.after(milliseconds, () => {
      beep(deps, channel);
      cancel = wait();
    });
  let cancel = wait();
  void monitor.over.then(() => cancel());
}
