import type { ConferenceBridge } from '../../config/files/sound/confbridge-profiles';
import type { Bridge } from '../../engine/calls/bridge/bridge';
import type { ChannelSound } from '../../engine/audio/channel-sound';
import type { Monitor } from '../../engine/audio/recording/monitors';
import type { Logger } from '../../shared/logger';
import type { BridgeMemberships } from '../applications/calling/bridge-memberships';
import { readFileName } from '../interaction/recording-file';
import type { LeaveReason, Participant } from './participant';

export interface ConferenceDeps {
  readonly memberships: BridgeMemberships;
  readonly sound: () => ChannelSound;
  readonly now: () => number;
  readonly log: Logger;
  /** Called once, when the last participant has left. */
  readonly onEmpty: () => void;
}

/** A conference and its participants. One who waits for a leader is a participant, but not in the bridge yet. */
export class Conference {
  isLocked = false;
  #areParticipantsMuted = false;
  readonly #participants: Participant[] = [];
  /** Those of them who wait for a leader. */
  readonly #waiting = new Set<Participant>();
  readonly #bridge: Bridge;
  #recording: Promise<Monitor | undefined> | undefined;

  constructor(
    readonly name: string,
    readonly profile: ConferenceBridge,
    private readonly deps: ConferenceDeps,
  ) {
    this.#bridge = deps.memberships.makeUntilDestroyed('ConfBridge', name);
  }

  /** In the order in which they came. */
  get participants(): readonly Participant[] {
    return this.#participants;
  }

  get isFull(): boolean {
    const { maxMembers } = this.profile;
    return maxMembers > 0 && this.#participants.length >= maxMembers;
  }

  get hasMarked(): boolean {
    return this.#participants.some(({ user }) => user.isMarked);
  }

  get areParticipantsMuted(): boolean {
    return this.#areParticipantsMuted;
  }

  join(participant: Participant): void {
    this.#participants.push(participant);
    if (participant.user.startsMuted || (this.#areParticipantsMuted && !participant.user.isAdmin))
      participant.mute(true);
    this.#review();
    if (participant.isActive && !participant.user.isQuiet) this.announce(this.profile.join);
  }

  /** Idempotent. */
  leave(participant: Participant): void {
    const at = this.#participants.indexOf(participant);
    if (at < 0) return;
    this.#participants.splice(at, 1);
    this.#waiting.delete(participant);
    const wasActive = participant.isActive;
    this.#deactivate(participant);
    if (this.#participants.length === 0) return this.#close();
    if (participant.user.isMarked) this.#dismissWith(participant);
    this.#review();
    if (wasActive && !participant.user.isQuiet) this.announce(this.profile.leave);
  }

  /** Played to the whole bridge. */
  announce(sound: string): void {
    if (sound !== '' && this.#bridge.size > 0) this.deps.sound().announce(this.#bridge, { anyOf: [`sound:${sound}`] });
  }

  muteParticipants(isMuted: boolean): void {
    this.#areParticipantsMuted = isMuted;
    for (const participant of this.#participants) if (!participant.user.isAdmin) participant.mute(isMuted);
  }

  kick(isKicked: (participant: Participant) => boolean, reason: LeaveReason = 'KICKED'): boolean {
    const kicked = this.#participants.filter(isKicked);
    for (const participant of kicked) participant.end(reason);
    return kicked.length > 0;
  }

  /** A leader has left: those who are to end with the last one, or with any, do. */
  #dismissWith({ user: { isMarked } }: Participant): void {
    if (!isMarked) return;
    const isLast = !this.hasMarked;
    this.kick(({ user }) => user.endsWithAnyMarked || (isLast && user.endsWithMarked), 'ENDMARKED');
  }

  /** Updates all participants: in the bridge or waiting, with or without music. */
  #review(): void {
    const { hasMarked } = this;
    for (const participant of this.#participants) {
      if (hasMarked || !participant.user.waitsForMarked) this.#letTalk(participant);
      else this.#letWait(participant);
    }
    for (const participant of this.#participants)
      participant.setAlone(!participant.isActive || this.#bridge.size === 1);
  }

  #letTalk(participant: Participant): void {
    if (participant.isActive) return;
    this.#activate(participant);
    if (this.#waiting.delete(participant)) participant.tell(this.profile.placeIntoConference);
  }

  #letWait(participant: Participant): void {
    this.#waiting.add(participant);
    if (!participant.isActive) return;
    this.#deactivate(participant);
    participant.tell(this.profile.leaderHasLeft);
  }

  #activate(participant: Participant): void {
    const { channel, user } = participant;
    if (channel.isEnding) return;
    this.deps.memberships.enter(channel, this.#bridge, {
      absorbsDigits: !user.passesDigits,
      inhibitsConnectedLine: true,
    });
    participant.activated(true);
    if (this.profile.isRecorded) this.#recording ??= this.#record();
  }

  #deactivate(participant: Participant): void {
    if (!participant.isActive) return;
    this.deps.memberships.leave(participant.channel);
    participant.activated(false);
  }

  async #record(): Promise<Monitor | undefined> {
    const { recordFile, hasTimestamp, appendsRecording } = this.profile;
    const epoch = Math.floor(this.deps.now() / 1000);
    // A name is not a path: it may come from a caller.
    const ownName = `confbridge-${this.name.replaceAll('/', '-')}`;
    const { name, format } = readFileName(recordFile) ?? { name: ownName, format: 'wav' };
    const file = { name: hasTimestamp ? `${name}-${epoch}` : name, format, appends: appendsRecording };
    const started = await this.deps.sound().recordBridge(this.#bridge, file);
    if (started.outcome === 'monitoring') return started.monitor;
    this.deps.log.warn({ conference: this.name, reason: started.reason }, 'a conference cannot be recorded');
    return undefined;
  }

  #close(): void {
    void this.#recording?.then((monitor) => monitor?.stop());
    this.#bridge.destroy();
    this.deps.onEmpty();
  }
}
