import type { ToneZoneConfig } from '../../../config/server-config';

/** Milliseconds of sound and of pause, in turns. */
type Rhythm = readonly number[];

interface Facts {
  readonly description: string;
  /** The dial tone, which has no pauses unless `dial` says so. The others sound like it unless they are given. */
  readonly tone: string;
  readonly dial?: Rhythm;
  readonly ringTone?: string;
  readonly busyTone?: string;
  readonly ring: Rhythm;
  readonly busy: Rhythm;
  readonly congestion: Rhythm;
  readonly waiting?: Rhythm;
  /** What is none of the above, or unlike it. */
  readonly more?: Readonly<Record<string, string>>;
}

const [half, third, quarter, fifth] = [
  [500, 500],
  [300, 300],
  [250, 250],
  [200, 200],
] as const;
/** Two rings and a pause. */
const double = [400, 200, 400, 2000] as const;
const slow = [1000, 4000] as const;

/**
 * What countries told the ITU (E.180, supplement 2) and have changed since, as far as we know; networks within a country
 * differ. Tones that are not here are built from the dial tone.
 */
const facts: Readonly<Record<string, Facts>> = {
  at: zone('Austria', '420', { ring: [1000, 5000], busy: [400, 400], congestion: fifth, waiting: [40, 1960] }),
  au: {
    ...zone('Australia', '413+438', { ring: double, busy: [375, 375], congestion: [375, 375] }),
    busyTone: '425',
    more: { callwaiting: '425/200,0/200,425/200,0/4400' },
  },
  be: {
    ...zone('Belgium', '425', { ring: [1000, 3000], busy: half, congestion: [167, 167] }),
    more: { callwaiting: '1400/175,0/175,1400/175,0/3500' },
  },
  bg: zone('Bulgaria', '425', { ring: slow, busy: half, congestion: quarter, waiting: [150, 150, 150, 4000] }),
  br: zone('Brazil', '425', { ring: slow, busy: quarter, congestion: [250, 250, 750, 250], waiting: [50, 1000] }),
  ch: zone('Switzerland', '425', { ring: slow, busy: half, congestion: fifth, waiting: [200, 200, 200, 4000] }),
  cl: zone('Chile', '400', { ring: [1000, 3000], busy: half, congestion: fifth, waiting: [250, 8750] }),
  cn: zone('China', '450', { ring: slow, busy: [350, 350], congestion: [700, 700], waiting: [400, 4000] }),
  cz: {
    ...zone('Czech Republic', '425', { ring: slow, busy: [330, 330], congestion: [165, 165], waiting: [330, 9000] }),
    dial: [330, 330, 660, 660],
  },
  de: {
    ...zone('Germany', '425', { ring: slow, busy: [480, 480], congestion: [240, 240], waiting: [200, 200, 200, 5000] }),
    more: { record: '1400/80,0/15000', stutter: '425+400' },
  },
  dk: zone('Denmark', '425', { ring: slow, busy: half, congestion: fifth }),
  ee: zone('Estonia', '425', { ring: slow, busy: third, congestion: fifth }),
  es: zone('Spain', '425', { ring: [1500, 3000], busy: fifth, congestion: [200, 200, 200, 200, 200, 600] }),
  fi: zone('Finland', '425', { ring: slow, busy: third, congestion: fifth, waiting: [150, 150, 150, 8000] }),
  fr: zone('France', '440', { ring: [1500, 3500], busy: half, congestion: quarter, waiting: [300, 10_000] }),
  gr: {
    ...zone('Greece', '425', { ring: slow, busy: third, congestion: fifth, waiting: [150, 150, 150, 8000] }),
    dial: [200, 300, 700, 800],
  },
  hu: zone('Hungary', '425', { ring: [1250, 3750], busy: third, congestion: third, waiting: [40, 1960] }),
  id: zone('Indonesia', '425', { ring: slow, busy: half, congestion: quarter }),
  il: zone('Israel', '414', { ring: [1000, 3000], busy: half, congestion: quarter }),
  in: {
    ...zone('India', '400*25', { ring: double, busy: [750, 750], congestion: quarter }),
    busyTone: '400',
    more: { callwaiting: '400/200,0/100,400/200,0/7500' },
  },
  it: {
    ...zone('Italy', '425', { ring: slow, busy: half, congestion: fifth, waiting: [400, 100, 250, 100, 150, 14_000] }),
    dial: [200, 200, 600, 1000],
  },
  jp: { ...zone('Japan', '400', { ring: [1000, 2000], busy: half, congestion: half }), ringTone: '400*16' },
  lt: zone('Lithuania', '425', { ring: slow, busy: [350, 350], congestion: fifth, waiting: [150, 150, 150, 4000] }),
  mx: zone('Mexico', '425', { ring: slow, busy: quarter, congestion: quarter, waiting: [200, 600, 200, 10_000] }),
  my: zone('Malaysia', '425', { ring: double, busy: half, congestion: half }),
  nl: zone('Netherlands', '425', { ring: slow, busy: half, congestion: quarter, waiting: [500, 9500] }),
  no: zone('Norway', '425', { ring: slow, busy: half, congestion: fifth, waiting: [200, 600, 200, 10_000] }),
  nz: { ...zone('New Zealand', '400', { ring: double, busy: half, congestion: quarter }), ringTone: '400+450' },
  ph: {
    ...zone('Philippines', '425', { ring: slow, busy: half, congestion: quarter }),
    ringTone: '425+480',
    busyTone: '480+620',
    more: { callwaiting: '440/300,0/10000' },
  },
  pl: zone('Poland', '425', { ring: slow, busy: half, congestion: half, waiting: [150, 150, 150, 4000] }),
  pt: zone('Portugal', '425', { ring: [1000, 5000], busy: half, congestion: fifth, waiting: [200, 200, 200, 5000] }),
  ru: zone('Russia', '425', { ring: slow, busy: [350, 350], congestion: [175, 175], waiting: [200, 5000] }),
  se: zone('Sweden', '425', {
    ring: [1000, 5000],
    busy: quarter,
    congestion: [250, 750],
    waiting: [200, 500, 200, 9100],
  }),
  sg: {
    ...zone('Singapore', '425', { ring: double, busy: [750, 750], congestion: quarter }),
    ringTone: '425*24',
    more: { callwaiting: '425*24/300,0/200,425*24/300,0/3200' },
  },
  th: {
    ...zone('Thailand', '400*50', { ring: slow, busy: half, congestion: third }),
    ringTone: '400',
    busyTone: '400',
  },
  tw: {
    ...zone('Taiwan', '350+440', { ring: [1000, 2000], busy: half, congestion: quarter }),
    ringTone: '440+480',
    busyTone: '480+620',
    more: { callwaiting: '350+440/250,0/250,350+440/250,0/3250' },
  },
  uk: {
    ...zone('United Kingdom', '350+440', { ring: double, busy: [375, 375], congestion: [400, 350, 225, 525] }),
    ringTone: '400+450',
    busyTone: '400',
    more: { callwaiting: '400/100,0/4000', record: '1400/500,0/60000' },
  },
  us: {
    ...zone('United States, North America', '350+440', { ring: [2000, 4000], busy: half, congestion: quarter }),
    ringTone: '440+480',
    busyTone: '480+620',
    more: { callwaiting: '440/300,0/10000' },
  },
  'us-old': {
    ...zone('United States, older exchanges', '600*120', { ring: [2000, 4000], busy: half, congestion: quarter }),
    ringTone: '420*40',
    busyTone: '500*100',
    more: { callwaiting: '440/300,0/10000' },
  },
  ve: zone('Venezuela', '425', { ring: slow, busy: half, congestion: quarter }),
  za: {
    ...zone('South Africa', '400*33', { ring: double, busy: half, congestion: quarter }),
    busyTone: '400',
  },
};

/** Zones that are there without any file. */
export const builtInZones: readonly ToneZoneConfig[] = Object.entries(facts).map(([name, known]) => ({
  name,
  description: known.description,
  ringCadence: known.ring,
  tones: { ...derivedTones(known), ...tonesOf(known), ...known.more },
}));

type Rhythms = Pick<Facts, 'ring' | 'busy' | 'congestion' | 'waiting'>;

function zone(description: string, tone: string, rhythms: Rhythms): Facts {
  return { description, tone, ...rhythms };
}

function tonesOf(known: Facts): Readonly<Record<string, string>> {
  const { tone, ringTone = tone, busyTone = tone, waiting } = known;
  return {
    dial: dialOf(known),
    busy: inRhythm(busyTone, known.busy),
    ring: inRhythm(ringTone, known.ring),
    congestion: inRhythm(busyTone, known.congestion),
    ...(waiting === undefined ? {} : { callwaiting: inRhythm(tone, waiting) }),
  };
}

function dialOf({ tone, dial }: Facts): string {
  return dial === undefined ? tone : inRhythm(tone, dial);
}

/** `425`, [500, 250] → `425/500,0/250` */
function inRhythm(tone: string, rhythm: Rhythm): string {
  return rhythm.map((duration, index) => `${index % 2 === 0 ? tone : '0'}/${duration}`).join(',');
}

function derivedTones(known: Facts): Readonly<Record<string, string>> {
  const { tone } = known;
  const dial = dialOf(known);
  const blips = (count: number) => `!${tone}/100,!0/100,`.repeat(count);
  return {
    callwaiting: `${tone}/200,0/10000`,
    dialrecall: `${blips(3)}${dial}`,
    record: '1400/500,0/15000',
    info: '!950/330,!1400/330,!1800/330,0',
    stutter: `${blips(6)}${dial}`,
  };
}
