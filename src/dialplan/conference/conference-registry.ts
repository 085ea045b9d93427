import type { ConfEntry } from '../../config/reader/conf-file';
import type { ConferenceConfig } from '../../config/files/sound/confbridge-conf';
import { defaultBridge, defaultUser } from '../../config/files/sound/confbridge-conf';
import type { ConferenceMenu } from '../../config/files/sound/confbridge-menu';
import { readConferenceMenu } from '../../config/files/sound/confbridge-menu';
import type { ConferenceBridge, ConferenceUser } from '../../config/files/sound/confbridge-profiles';
import { readConferenceBridge, readConferenceUser } from '../../config/files/sound/confbridge-profiles';
import { Findings } from '../../config/reader/findings';
import { formatProblem } from '../../config/reader/problem';
import type { OptionSource } from '../../config/reader/section-schema';
import type { Channel } from '../../engine/calls/channel/channel';
import type { Conference } from './conference';

export type ProfileKind = 'bridge' | 'user' | 'menu';

/** What one call has set for itself by CONFBRIDGE(). */
interface OwnProfile {
  template: string;
  readonly entries: ConfEntry[];
}

/** How a participant enters a conference. */
export interface ConferenceProfiles {
  readonly bridge: ConferenceBridge;
  readonly user: ConferenceUser;
  readonly menu: ConferenceMenu;
}

export interface ProfileNames {
  /** Empty for what the call has set for itself, or the default. */
  readonly bridge: string;
  readonly user: string;
  readonly menu: string;
}

/** The conferences that there are, by name, and the profiles that they are entered with. */
export class ConferenceRegistry {
  readonly #conferences = new Map<string, Conference>();
  readonly #own = new WeakMap<Channel, Map<ProfileKind, OwnProfile>>();

  constructor(private config: ConferenceConfig) {}

  /** Applies to participants that enter from now on. */
  reconfigure(config: ConferenceConfig): void {
    this.config = config;
  }

  find(name: string): Conference | undefined {
    return this.#conferences.get(name);
  }

  add(name: string, conference: Conference): void {
    this.#conferences.set(name, conference);
  }

  delete(name: string): void {
    this.#conferences.delete(name);
  }

  /** An option of a channel's own profile. `template` names the profile that it starts from; `clear` forgets it. */
  setOption(
    channel: Channel,
    kind: ProfileKind,
    { name, value }: { readonly name: string; readonly value: string },
  ): void {
    const profiles = this.#own.get(channel) ?? new Map<ProfileKind, OwnProfile>();
    this.#own.set(channel, profiles);
    if (name === 'clear') return void profiles.delete(kind);
    const profile = profiles.get(kind) ?? { template: '', entries: [] };
    profiles.set(kind, profile);
    if (name === 'template') profile.template = value;
    else profile.entries.push({ key: name, value, inherited: false, file: `CONFBRIDGE(${kind})`, line: 1 });
  }

  /** A text describes an invalid name or setting of the call. */
  profilesFor(channel: Channel, names: ProfileNames): ConferenceProfiles | string {
    const findings = new Findings();
    const bridge = this.#section(channel, 'bridge', names.bridge);
    const user = this.#section(channel, 'user', names.user);
    const menu = this.#menu(channel, names.menu, findings);
    if (bridge === undefined) return `there is no bridge profile '${names.bridge}'`;
    if (user === undefined) return `there is no user profile '${names.user}'`;
    if (menu === undefined) return `there is no menu '${names.menu}'`;
    const read = { bridge: readConferenceBridge(bridge, findings), user: readConferenceUser(user, findings), menu };
    const [problem] = findings.problems;
    return problem === undefined ? read : formatProblem(problem);
  }

  #section(channel: Channel, kind: 'bridge' | 'user', name: string): OptionSource | undefined {
    const [sections, fallback] =
      kind === 'bridge' ? [this.config.bridges, defaultBridge] : [this.config.users, defaultUser];
    const own = name === '' ? this.#own.get(channel)?.get(kind) : undefined;
    const template = sections.get(name || own?.template || fallback);
    return own === undefined ? template : template && { ...template, entries: [...template.entries, ...own.entries] };
  }

  #menu(channel: Channel, name: string, findings: Findings): ConferenceMenu | undefined {
    const own = name === '' ? this.#own.get(channel)?.get('menu') : undefined;
    const wanted = name || own?.template || '';
    const base = wanted === '' ? [] : this.config.menus.get(wanted);
    if (own === undefined || base === undefined) return base;
    const added = readConferenceMenu({ name: 'menu', file: 'CONFBRIDGE(menu)', entries: own.entries }, findings);
    return [...base.filter(({ digits }) => !added.some((entry) => entry.digits === digits)), ...added];
  }
}
