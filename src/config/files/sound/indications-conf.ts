import type { ConfEntry, ConfFile, ConfSection } from '../../reader/conf-file';
import type { Findings } from '../../reader/findings';
import { text } from '../../reader/option-parsers';
import type { Parser } from '../../reader/option-parsers';
import { harmless, one, readSection, sectionNamed } from '../../reader/section-schema';
import type { IndicationsConfig, ToneZoneConfig } from '../../server-config';

const generalSchema = { country: one('country', text, 'us') };

const cadence: Parser<readonly number[]> = {
  wanted: 'milliseconds such as 2000,4000',
  parse: (given) =>
    /^\d{1,9}(\s*,\s*\d{1,9})*$/.test(given) ? { value: given.split(',').map(Number) } : { refused: given },
};

const zoneSchema = {
  alias: one<string | undefined>('alias', text, undefined),
  description: one('description', text, ''),
  ringCadence: harmless(one('ringcadence', cadence, [])),
};

/** The syntax of a part of a tone list; the tone player parses it fully. */
const tonePart = /^!?\s*M?\d+(\s*\*\s*M?\d+|(\s*\+\s*M?\d+)*)(\s*\/\s*\d+)?$/i;

/** indications.conf: the tones of countries, a section each, and the default country. */
export function readIndicationsConf(conf: ConfFile, findings: Findings): IndicationsConfig {
  const { country } = readSection(generalSchema, sectionNamed('general', conf), { findings });
  const sections = conf.sections.filter(({ name }) => name.toLowerCase() !== 'general');
  return { country: country.toLowerCase(), zones: sections.map((section) => readZone(section, findings)) };
}

function readZone(section: ConfSection, findings: Findings): ToneZoneConfig {
  const { alias, description, ringCadence } = readSection(
    zoneSchema,
    { ...section, entries: settingsOf(section) },
    { findings },
  );
  const tones = section.entries
    .filter((entry) => !isSetting(entry) && isTone(entry, findings))
    .map(({ key, value }) => [key.toLowerCase(), value]);
  return {
    name: section.name.toLowerCase(),
    alias: alias?.toLowerCase(),
    description,
    ringCadence,
    tones: Object.fromEntries(tones) as Readonly<Record<string, string>>,
  };
}

function settingsOf({ entries }: ConfSection): readonly ConfEntry[] {
  return entries.filter(isSetting);
}

/** Every other name is that of a tone. */
function isSetting({ key }: ConfEntry): boolean {
  return Object.values(zoneSchema).some(({ names }) => names.includes(key.toLowerCase()));
}

function isTone(entry: ConfEntry, findings: Findings): boolean {
  const parts = entry.value.split(entry.value.includes('|') ? '|' : ',').map((part) => part.trim());
  const wrong = parts.find((part) => !tonePart.test(part));
  if (wrong !== undefined)
    findings.ignore(entry, `tone '${entry.key}'`, `'${wrong}' is not a part of a tone, such as 480+620/500 or !0/100`);
  return wrong === undefined;
}
