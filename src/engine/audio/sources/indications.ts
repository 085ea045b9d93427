import type { IndicationsConfig, ToneZoneConfig } from '../../../config/server-config';
import type { ToneStep } from '../../../media/protocol';
import type { Logger } from '../../../shared/logger';
import { Once } from '../../../shared/limits/once';
import { parseTonePattern } from './tone-pattern';
import { builtInZones } from './tone-zones';

export interface ToneQuestion {
  /** Asked for with the tone. */
  readonly zone?: string | undefined;
  readonly channelZone?: string | undefined;
}

/** The tones that callers hear for what happens to their call, country by country. */
export class Indications {
  readonly #complaints = new Once();
  #zones: ReadonlyMap<string, ToneZoneConfig> = new Map();
  #default: ToneZoneConfig | undefined;

  constructor(
    config: IndicationsConfig,
    private readonly log: Logger,
  ) {
    this.reconfigure(config);
  }

  /** For tones that begin from now on. Zones that the configuration does not have are the built-in ones. */
  reconfigure({ country, zones }: IndicationsConfig): void {
    const written = new Map(zones.map((zone) => [zone.name, zone]));
    const builtIn = new Map(builtInZones.map((zone) => [zone.name, zone]));
    this.#zones = new Map([
      ...builtIn,
      ...zones.map((zone) => [zone.name, completed(zone, { written, builtIn })] as const),
    ]);
    this.#default = this.#named(country) ?? this.#zones.get('us');
  }

  /** A tone by its name in the zone that counts, or by its pattern; undefined for neither. */
  findTone(name: string, question: ToneQuestion = {}): readonly ToneStep[] | undefined {
    const tones = this.zone(question)?.tones ?? {};
    return parseTonePattern(Object.hasOwn(tones, name) ? (tones[name] ?? name) : name);
  }

  /** The first zone of the question that exists, or that of the default country. */
  zone({ zone, channelZone }: ToneQuestion = {}): ToneZoneConfig | undefined {
    return this.#named(zone) ?? this.#named(channelZone) ?? this.#default;
  }

  #named(name: string | undefined): ToneZoneConfig | undefined {
    if (name === undefined || name === '') return undefined;
    const zone = this.#zones.get(name.toLowerCase());
    if (zone === undefined && this.#complaints.isFirst(name))
      this.log.warn({ zone: name }, 'there is no such tone zone; tones are those of the channel or the country');
    return zone;
  }
}

interface Known {
  readonly written: ReadonlyMap<string, ToneZoneConfig>;
  readonly builtIn: ReadonlyMap<string, ToneZoneConfig>;
}

/** A zone of a file says what differs from the zones it is named after, and from the built-in one of its name. */
function completed(zone: ToneZoneConfig, { written, builtIn }: Known): ToneZoneConfig {
  const above: ToneZoneConfig[] = [];
  for (let next: ToneZoneConfig | undefined = zone; next !== undefined && !above.includes(next);) {
    above.push(next);
    const { name, alias }: ToneZoneConfig = next;
    next = alias === undefined || alias === name ? builtIn.get(name) : (written.get(alias) ?? builtIn.get(alias));
  }
  return {
    name: zone.name,
    description: above.find(({ description }) => description !== '')?.description ?? '',
    ringCadence: above.find(({ ringCadence }) => ringCadence.length > 0)?.ringCadence ?? [],
    tones: Object.assign({}, ...above.toReversed().map(({ tones }) => tones)) as Readonly<Record<string, string>>,
  };
}
