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

/** Types of existing servers for what does not happen here. */
const neverHappen = ['LOCAL_OPTIMIZE', 'LOCAL_OPTIMIZE_BEGIN', 'PARK_START', 'PARK_END', 'USER_DEFINED'];

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
    const why = neverHappen.includes(name) ? 'it does not happen here' : 'there is no such event';
    findings.ignore(lastEntry(section, 'events'), `event ${name}`, why);
  }
  return {
    ...{ enabled, toManager },
    applications: new Set(applications.map((name) => name.toLowerCase())),
    events: new Set(wanted.includes('ALL') ? celTypes : celTypes.filter((name) => wanted.includes(name))),
  };
}
