import type { ConfFile, ConfSection } from '../../reader/conf-file';
import type { ConferenceMenu } from './confbridge-menu';
import { readConferenceMenu } from './confbridge-menu';
import { readConferenceBridge, readConferenceUser } from './confbridge-profiles';
import type { Findings } from '../../reader/findings';
import type { OptionSource } from '../../reader/section-schema';
import { absentSection } from '../../reader/section-schema';

/** confbridge.conf: profiles of conferences and participants. They are checked here, and read when they are used. */
export interface ConferenceConfig {
  readonly bridges: ReadonlyMap<string, OptionSource>;
  readonly users: ReadonlyMap<string, OptionSource>;
  readonly menus: ReadonlyMap<string, ConferenceMenu>;
}

export const defaultBridge = 'default_bridge';
export const defaultUser = 'default_user';

/** Every section besides `[general]` is a profile, of the type that it names. */
export function readConfbridgeConf(conf: Pick<ConfFile, 'file' | 'sections'>, findings: Findings): ConferenceConfig {
  const bridges = new Map([[defaultBridge, absentSection(defaultBridge, conf.file)]]);
  const users = new Map([[defaultUser, absentSection(defaultUser, conf.file)]]);
  const menus = new Map<string, ConferenceMenu>();
  for (const section of conf.sections) {
    if (section.name.toLowerCase() === 'general') continue;
    switch (typeOf(section)) {
      case 'bridge':
        readConferenceBridge(section, findings);
        bridges.set(section.name, section);
        break;
      case 'user':
        readConferenceUser(section, findings);
        users.set(section.name, section);
        break;
      case 'menu':
        menus.set(section.name, readConferenceMenu(section, findings));
        break;
      default:
        findings.problem(section, `[${section.name}] has no type`, 'write type = bridge, user or menu');
    }
  }
  return { bridges, users, menus };
}

function typeOf({ entries }: ConfSection): string {
  return entries.findLast(({ key }) => key.toLowerCase() === 'type')?.value.toLowerCase() ?? '';
}
