import type { ConferenceBridge } from '../../config/files/sound/confbridge-profiles';
import { answer } from '../../engine/calls/dialing/answer';
import type { Channel } from '../../engine/calls/channel/channel';
import type { ApplicationRun } from '../../engine/calls/channel/dialplan-port';
import type { Applications } from '../applications/application-deps';
import type { BridgeMemberships } from '../applications/calling/bridge-memberships';
import type { CallApplicationDeps } from '../applications/calling/dial/dial-deps';
import { DigitInbox } from '../interaction/digit-inbox';
import { DigitReader } from '../interaction/digit-reader';
import { namedPrompts, Prompts } from '../interaction/prompts';
import { setResult } from '../runner/result-variable';
import { splitArguments } from '../expressions/split-arguments';
import { Conference } from './conference';
import type { ConferenceProfiles } from './conference-registry';
import type { MenuDeps } from './menu-actions';
import { countPrompts, performAction } from './menu-actions';
import type { LeaveReason } from './participant';
import { Participant } from './participant';

export interface ConferenceApplicationDeps extends CallApplicationDeps {
  readonly memberships: BridgeMemberships;
}

const maxPinAttempts = 3;
/** Milliseconds for the first digit of a PIN, and for each one after it. */
const pinTimes = { first: 10_000, next: 5000 };

/** Meeting others under a name. */
export function conferenceApplications(deps: ConferenceApplicationDeps): Applications {
  const { conferences, log } = deps;
  const visits = new ConferenceVisits(deps);

  return {
    ConfBridge: async (channel, data, run) => {
      const [name = '', bridge = '', user = '', menu = ''] = splitArguments(data).map((part) => part.trim());
      const profiles = conferences.profilesFor(channel, { bridge, user, menu });
      if (name === '' || typeof profiles === 'string') {
        const reason = typeof profiles === 'string' ? profiles : 'a conference needs a name';
        log.warn({ channel: channel.id, reason }, 'ConfBridge: cannot enter a conference');
        return setResult(channel, 'CONFBRIDGE_RESULT', 'FAILED');
      }
      return setResult(channel, 'CONFBRIDGE_RESULT', await visits.visit(channel, { name, profiles, run }));
    },
    ConfKick: (channel, data) => {
      const [name = '', who = ''] = splitArguments(data).map((part) => part.trim());
      const isKicked = ({ channel: other, user }: Participant): boolean => {
        if (who === '' || who.toLowerCase() === 'all') return true;
        if (who.toLowerCase() === 'participants') return !user.isAdmin;
        return other.name === who || other.id === who;
      };
      const hasKicked = conferences.find(name)?.kick(isKicked) === true;
      setResult(channel, 'CONFKICKSTATUS', hasKicked ? 'SUCCESS' : 'FAILURE');
    },
  };
}

interface ConferenceEntry {
  readonly name: string;
  readonly profiles: ConferenceProfiles;
  readonly run: ApplicationRun;
}

/** Channels on their way into conferences and out of them. */
class ConferenceVisits {
  readonly #prompts: Prompts;
  readonly #reader: DigitReader;
  readonly #menuDeps: MenuDeps;

  constructor(private readonly deps: ConferenceApplicationDeps) {
    this.#prompts = new Prompts(deps);
    this.#reader = new DigitReader(deps);
    this.#menuDeps = { runPlace: async (...place) => void (await deps.dialplan.callSubroutine(...place, [])) };
  }

  async visit(channel: Channel, visit: ConferenceEntry): Promise<LeaveReason | 'FAILED'> {
    const { profiles, run } = visit;
    const { user, bridge } = profiles;
    if (user.answers) answer(channel);
    if (!(await this.#knowsPin(channel, visit))) return run.signal.aborted ? 'HANGUP' : 'FAILED';
    await this.#play(channel, user.announcement, run);
    if (run.signal.aborted) return 'HANGUP';
    const conference = this.#enter(visit.name, bridge);
    if ((conference.isLocked || conference.isFull) && !user.isAdmin) {
      await this.#play(channel, conference.profile.locked, run);
      return 'FAILED';
    }
    return this.#stay(conference, channel, visit);
  }

  /** A conference is empty only until its first participant has joined, which happens immediately. */
  #enter(name: string, profile: ConferenceBridge): Conference {
    const { conferences, clock } = this.deps;
    const known = conferences.find(name);
    if (known !== undefined) return known;
    const onEmpty = (): void => conferences.delete(name);
    const conference = new Conference(name, profile, { ...this.deps, now: clock.now, onEmpty });
    conferences.add(name, conference);
    return conference;
  }

  async #stay(conference: Conference, channel: Channel, { profiles, run }: ConferenceEntry): Promise<LeaveReason> {
    const { user, menu } = profiles;
    const { sound, clock } = this.deps;
    const participant = new Participant({ channel, user, menu, signal: run.signal }, { sound, prompts: this.#prompts });
    const inbox = new DigitInbox(channel, clock);
    const cancel = user.timeout > 0 ? clock.after(user.timeout, () => participant.end('TIMEOUT')) : undefined;
    conference.join(participant);
    void this.#welcome(conference, participant);
    await participant.obey(inbox, async ({ actions }) => {
      for (const action of actions)
        if (!participant.signal.aborted) await performAction(action, { participant, conference }, this.#menuDeps);
    });
    cancel?.();
    inbox.close();
    participant.release();
    conference.leave(participant);
    if (!user.isQuiet && !run.signal.aborted)
      await this.#play(channel, goodbye(conference.profile, participant.reason), run);
    return participant.reason;
  }

  /** What a newcomer hears. */
  async #welcome(conference: Conference, participant: Participant): Promise<void> {
    const { user, isActive } = participant;
    const { profile } = conference;
    if (user.isQuiet) return;
    if (!isActive) return participant.say(namedPrompts(profile.waitForLeader));
    const isFirst = conference.participants.length === 1;
    if (isFirst && user.announcesOnlyUser) return participant.say(namedPrompts(profile.onlyPerson));
    if (!isFirst && user.announcesUserCount) return participant.say(countPrompts({ participant, conference }));
  }

  async #knowsPin(
    channel: Channel,
    { profiles: { user, bridge }, run: { signal } }: ConferenceEntry,
  ): Promise<boolean> {
    if (user.pin === '') return true;
    for (let attempt = 0; attempt < maxPinAttempts && !signal.aborted; attempt += 1) {
      const { digits } = await this.#reader.read(channel, {
        ...pinTimes,
        signal,
        invitation: { prompts: namedPrompts(bridge.getPin) },
        isComplete: (given) => given.endsWith('#'),
      });
      if (digits.replace(/#$/, '') === user.pin) return true;
      if (!signal.aborted) await this.#prompts.play(channel, { prompts: namedPrompts(bridge.invalidPin), signal });
    }
    return false;
  }

  async #play(channel: Channel, sounds: string, { signal }: ApplicationRun): Promise<void> {
    if (sounds !== '') await this.#prompts.play(channel, { prompts: namedPrompts(sounds), signal });
  }
}

function goodbye({ kicked, leaderHasLeft }: ConferenceBridge, reason: LeaveReason): string {
  if (reason === 'ENDMARKED') return leaderHasLeft;
  return reason === 'KICKED' ? kicked : '';
}
