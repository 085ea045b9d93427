import type { ToneZoneConfig } from '../../config/server-config';

interface Facts {
  readonly description: string;
  readonly cadence: readonly number[];
  readonly dial: string;
  readonly busy: string;
  readonly ring: string;
  readonly congestion: string;
  readonly rest?: Readonly<Record<string, string>>;
}

/** What countries told the ITU (E.180, supplement 2); tones that they did not tell are built from the dial tone. */
const facts: Readonly<Record<string, Facts>> = {
  us: {
    description: 'United States, North America',
    cadence: [2000, 4000],
    dial: '350+440',
    busy: '480+620/500,0/500',
    ring: '440+480/2000,0/4000',
    congestion: '480+620/250,0/250',
    rest: { callwaiting: '440/300,0/10000' },
  },
  uk: {
    description: 'United Kingdom',
    cadence: [400, 200, 400, 2000],
    dial: '350+440',
    busy: '400/375,0/375',
    ring: '400+450/400,0/200,400+450/400,0/2000',
    congestion: '400/400,0/350,400/225,0/525',
    rest: { callwaiting: '400/100,0/4000', record: '1400/500,0/60000' },
  },
  de: {
    description: 'Germany',
    cadence: [1000, 4000],
    dial: '425',
    busy: '425/480,0/480',
    ring: '425/1000,0/4000',
    congestion: '425/240,0/240',
    rest: { callwaiting: '425/200,0/200,425/200,0/5000', record: '1400/80,0/15000', stutter: '425+400' },
  },
  fr: {
    description: 'France',
    cadence: [1500, 3500],
    dial: '440',
    busy: '440/500,0/500',
    ring: '440/1500,0/3500',
    congestion: '440/250,0/250',
    rest: { callwaiting: '440/300,0/10000' },
  },
  at: european('Austria', { dial: '420', busy: '420/400,0/400', ring: [1000, 5000], congestion: '420/200,0/200' }),
  au: {
    description: 'Australia',
    cadence: [400, 200, 400, 2000],
    dial: '413+438',
    busy: '425/375,0/375',
    ring: '413+438/400,0/200,413+438/400,0/2000',
    congestion: '425/375,0/375',
  },
  ch: european('Switzerland', { dial: '425', busy: '425/500,0/500', ring: [1000, 4000], congestion: '425/200,0/200' }),
  es: european('Spain', { dial: '425', busy: '425/200,0/200', ring: [1500, 3000], congestion: '425/200,0/200' }),
  it: european('Italy', {
    dial: '425/200,0/200,425/600,0/1000',
    busy: '425/500,0/500',
    ring: [1000, 4000],
    congestion: '425/200,0/200',
  }),
  nl: european('Netherlands', { dial: '425', busy: '425/500,0/500', ring: [1000, 4000], congestion: '425/250,0/250' }),
  se: european('Sweden', { dial: '425', busy: '425/250,0/250', ring: [1000, 5000], congestion: '425/250,0/750' }),
};

/** Zones that are there without any file. */
export const builtInZones: readonly ToneZoneConfig[] = Object.entries(facts).map(([name, zone]) => ({
  name,
  description: zone.description,
  ringCadence: zone.cadence,
  tones: { ...derivedTones(zone.dial), ...tonesOf(zone), ...zone.rest },
}));

function tonesOf({ dial, busy, ring, congestion }: Facts): Readonly<Record<string, string>> {
  return { dial, busy, ring, congestion };
}

interface EuropeanFacts {
  readonly dial: string;
  readonly busy: string;
  readonly ring: readonly [on: number, off: number];
  readonly congestion: string;
}

/** One tone in different rhythms. */
function european(description: string, { dial, busy, ring, congestion }: EuropeanFacts): Facts {
  const [tone = dial] = dial.split('/');
  const [on, off] = ring;
  return { description, cadence: ring, dial, busy, ring: `${tone}/${on},0/${off}`, congestion };
}

function derivedTones(dial: string): Readonly<Record<string, string>> {
  const [tone = dial] = dial.split('/');
  const blips = (count: number) => `!${tone}/100,!0/100,`.repeat(count);
  return {
    callwaiting: `${tone}/200,0/10000`,
    dialrecall: `${blips(3)}${dial}`,
    record: '1400/500,0/15000',
    info: '!950/330,!1400/330,!1800/330,0',
    stutter: `${blips(6)}${dial}`,
  };
}
