import type { NamedRules } from '../files/interfaces/access-options';
import type { Findings } from '../reader/findings';
import { text } from '../reader/option-parsers';
import { one, readSection } from '../reader/section-schema';
import type { OptionSource, Values } from '../reader/section-schema';
import type { ObjectOptions } from './object-option';

/** What reading an object needs besides its section. */
export interface ObjectReading {
  readonly findings: Findings;
  readonly acls: NamedRules;
  /** Relative paths count from here. */
  readonly folder: string;
  readonly isFile: (path: string) => boolean;
}

/** Reads the section of an object; options that have no effect here are reported once. */
export function readObject<Of extends ObjectOptions>(
  options: Of,
  section: OptionSource,
  {
    reading: { findings },
    unused,
  }: { readonly reading: ObjectReading; readonly unused: Readonly<Record<string, string>> },
): Values<Of> {
  const names = [...Object.keys(unused), ...alwaysUnused];
  const { type: _, ...values } = readSection({ ...options, type: one('type', text, '') }, section, {
    findings,
    unused: names,
    guarded: 'slips',
  });
  return values as unknown as Values<Of>;
}

/** Written by configuration programs for themselves. */
const alwaysUnused = ['@pjsip_wizard'];
