import type { Channel } from '../../../engine/calls/channel/channel';
import type { DialplanPlace } from '../../../engine/calls/channel/dialplan-place';
import type { ApplicationRun, DialplanApplication } from '../../../engine/calls/channel/dialplan-port';
import { isTrue } from '../../expressions/condition';
import type { ApplicationDeps, Applications } from '../application-deps';

type Direction = 1 | -1;

/** Loops. Their ends are found by looking along the extension, so that there is no state that a jump could spoil. */
export function loopApplications({ steps, log }: ApplicationDeps): Applications {
  /** The place of the While or EndWhile that belongs to where the channel is; nested ones are skipped. */
  const find = (channel: Channel, direction: Direction): DialplanPlace | undefined => {
    const [wanted, opposite] = direction === 1 ? ['endwhile', 'while'] : ['while', 'endwhile'];
    let depth = 0;
    for (let { priority } = channel.position.place; ;) {
      priority += direction;
      const place = { ...channel.position.place, priority };
      const name = steps.step(place, channel.parties.caller.number)?.application.toLowerCase();
      if (name === undefined) return undefined;
      if (name === opposite) depth += 1;
      else if (name === wanted) {
        if (depth === 0) return place;
        depth -= 1;
      }
    }
  };
  const go = (channel: Channel, place: DialplanPlace | undefined, run: ApplicationRun): void => {
    if (place !== undefined) return run.goTo(place);
    log.warn(
      { channel: channel.id, ...channel.position.place },
      'dialplan loop: While() without EndWhile(), or the reverse',
    );
  };
  const back: DialplanApplication = (channel, _data, run) => go(channel, find(channel, -1), run);
  const leave: DialplanApplication = (channel, _data, run) => {
    const end = find(channel, 1);
    go(channel, end && { ...end, priority: end.priority + 1 }, run);
  };

  return {
    While: (channel, data, run) => (isTrue(data) ? undefined : leave(channel, data, run)),
    EndWhile: back,
    ContinueWhile: back,
    ExitWhile: leave,
  };
}
