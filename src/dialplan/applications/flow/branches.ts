import type { Channel } from '../../../engine/calls/channel/channel';
import type { DialplanPlace } from '../../../engine/calls/channel/dialplan-place';
import type { ApplicationRun, DialplanApplication } from '../../../engine/calls/channel/dialplan-port';
import { isTrue } from '../../expressions/condition';
import type { ApplicationDeps, Applications } from '../application-deps';

interface BranchStep {
  readonly name: 'elseif' | 'else' | 'endif';
  readonly data: string;
  readonly place: DialplanPlace;
}

/**
 * Choices among several steps. Their ends are found by looking along the extension, so that there is no state that a
 * jump could spoil.
 */
export function branchApplications({ steps, variables, log }: ApplicationDeps): Applications {
  /** The other branches of the choice that the channel is in, up to its end; nested ones are skipped. */
  const branchesBehind = (channel: Channel): readonly BranchStep[] => {
    const found: BranchStep[] = [];
    let depth = 0;
    for (let priority = channel.position.place.priority + 1; ; priority += 1) {
      const place = { ...channel.position.place, priority };
      const step = steps.step(place, channel.parties.caller.number);
      if (step === undefined) return [];
      const name = step.application.toLowerCase();
      if (name === 'if') depth += 1;
      else if (depth === 0 && (name === 'elseif' || name === 'else')) found.push({ name, data: step.data, place });
      else if (name === 'endif') {
        if (depth === 0) return [...found, { name, data: '', place }];
        depth -= 1;
      }
    }
  };
  const go = (channel: Channel, branch: BranchStep | undefined, run: ApplicationRun): void => {
    if (branch !== undefined) return run.goTo({ ...branch.place, priority: branch.place.priority + 1 });
    log.warn({ channel: channel.id, ...channel.position.place }, 'an If() of the dialplan has no EndIf()');
  };
  const leave: DialplanApplication = (channel, _data, run) => go(channel, branchesBehind(channel).at(-1), run);

  return {
    If: (channel, data, run) => {
      if (isTrue(data)) return;
      const isTaken = ({ name, data: condition }: BranchStep): boolean =>
        name !== 'elseif' || isTrue(variables.substitute(channel, condition));
      go(channel, branchesBehind(channel).find(isTaken), run);
    },
    // Met by running on from the branch before: that one was taken, and so no other is.
    ElseIf: leave,
    Else: leave,
    ExitIf: leave,
    EndIf: () => undefined,
  };
}
