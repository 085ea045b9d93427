import type { ConfFile } from '../reader/conf-file';
import type { Findings } from '../reader/findings';
import { checkSections } from '../reader/known-sections';
import { bool, list, text } from '../reader/option-parsers';
import { lastEntry, one, readSection, sectionNamed } from '../reader/section-schema';

/** The types of events that the channel event log can have. */
export const celTypes = [
  ...['CHAN_START', 'CHAN_END', 'ANSWER', 'HANGUP', 'APP_START', 'APP_END', 'BRIDGE_ENTER', 'BRIDGE_EXIT'],
  ...['BLINDTRANSFER', 'ATTENDEDTRANSFER', 'PICKUP', 'FORWARD', 'LINKEDID_END'],
] as const;

export type CelType = (typeof celTypes)[number];

const noParking = 'there is no application that parks calls';
const pairsStay = 'Local pairs stay as long as their call';
/** Types of existing servers for what does not happen here, and why. */
const neverHappen: ReadonlyMap<string, string> = new Map([
  ['LOCAL_OPTIMIZE', pairsStay],
  ['LOCAL_OPTIMIZE_BEGIN', pairsStay],
  ['PARK_START', noParking],
  ['PARK_END', noParking],
  ['USER_DEFINED', 'there is no application that writes to the channel event log'],
]);

/** cel.conf: the channel event log. */
export interface CelConfig {
  readonly enabled: boolean;
  readonly events: ReadonlySet<CelType>;
  /** Applications whose start and end are events, in lower case. */
  readonly applications: ReadonlySet<string>;
  /** Whether readers of the manager interface receive them. */
  readonly toManager: boolean;
}

const general = {
  enabled: one('enable', bool, false),
  applications: one('apps', list(text), []),
  events: one('events', list(text), []),
};
const manager = { enabled: one('enabled', bool, false) };

export function readCelConf(conf: ConfFile, findings: Findings): CelConfig {
  checkSections(conf, { known: ['general', 'manager'], unused: ['radius'] }, findings);
  const section = sectionNamed('general', conf);
  const { enabled, applications, events } = readSection(general, section, { findings, unused: ['dateformat'] });
  const { enabled: toManager } = readSection(manager, sectionNamed('manager', conf), { findings });
  const wanted = events.map((name) => name.toUpperCase());
  for (const name of wanted) {
    if (name === 'ALL' || celTypes.some((known) => known === name)) continue;
    const reason = neverHappen.get(name);
    const why = reason === undefined ? 'there is no such event' : `it does not happen here: ${reason}`;
    findings.ignore(lastEntry(section, 'events'), `event ${name}`, why);
  }
  return {
    enabled,
    toManager,
    applications: new Set(applications.map((name) => name.toLowerCase())),
    events: new Set(wanted.includes('ALL') ? celTypes : celTypes.filter((name) => wanted.includes(name))),
  };
}
