import type { ConfSection } from '../reader/conf-file';
import type { Findings } from '../reader/findings';
import { choice, text } from '../reader/option-parsers';
import { lastEntry, one, readSection } from '../reader/section-schema';
import type { PhoneStep } from './phone-script';
import { readPhoneScript } from './phone-script';

/** A phone that exists only inside the server: `kind = simulated` in phones.conf. */
export interface SimulatedPhoneConfig {
  readonly name: string;
  /** `Alice <1001>`; empty for the name of the phone. */
  readonly callerId: string;
  /** Where its calls start in the dialplan. */
  readonly context: string;
  readonly language: string;
  /** What it does when it is called. */
  readonly onCall: readonly PhoneStep[];
}

/** What a phone does when its section does not say it. */
export const usualOnCall = 'ring 2, answer';

const schema = {
  kind: one('kind', choice('sip', 'simulated'), 'simulated'),
  callerId: one('callerid', text, ''),
  context: one('context', text, ''),
  language: one('language', text, ''),
  onCall: one('on_call', text, usualOnCall),
};

/** Options of real phones, which mean nothing to a simulated one. A section may be switched between both kinds. */
const ofRealPhones = ['password', 'codecs', 'voicemail', 'mailbox', 'max_contacts'];

/** What may stand in `Phone/<name>` and in the user part of an address. */
export function isPhoneName(name: string): boolean {
  return /^[\w.!~*'()&=+$,;?-]{1,80}$/.test(name);
}

export function isSimulated(section: ConfSection): boolean {
  return section.entries.findLast(({ key }) => key.toLowerCase() === 'kind')?.value.toLowerCase() === 'simulated';
}

export function readSimulatedPhone(
  section: ConfSection,
  { findings, context }: { readonly findings: Findings; readonly context: string },
): SimulatedPhoneConfig {
  const { name } = section;
  const {
    callerId,
    context: own,
    language,
    onCall,
  } = readSection(schema, section, {
    findings,
    guarded: 'all',
    unused: ofRealPhones,
  });
  if (!isPhoneName(name))
    findings.problem(section, `a phone cannot be called '${name}'`, 'use letters, digits and the signs . _ - + *');
  const script = readPhoneScript(onCall);
  if ('problem' in script)
    findings.problem(lastEntry(section, 'on_call'), script.problem, 'write steps such as: ring 2, answer, press 1#');
  const steps = 'steps' in script ? script.steps : [];
  return { name, callerId, context: own === '' ? context : own, language, onCall: steps };
}
