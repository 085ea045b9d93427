import type { SimulatedPhoneConfig } from '../../config/phones/simulated-phone';
import type { ServerConfig } from '../../config/server-config';
import { PhoneDriver } from '../../drivers/phone/phone-driver';
import { phoneRate } from '../../drivers/phone/sound-print';
import type { SourceFinder } from '../../engine/audio/sources/source-finder';
import { loadSamples } from '../../media/plays/load-samples';
import { InForce } from '../settings/in-force';
import type { DriverKitDeps } from './technologies';
import { driverKit } from './technologies';

export interface PhonesDeps extends DriverKitDeps {
  readonly media: DriverKitDeps['media'] & { readonly sources: SourceFinder };
}

/** Simulated phones, and how their configuration changes. */
export interface PhoneParts {
  readonly driver: PhoneDriver;
  readonly reconfigure: (config: ServerConfig) => void;
}

export function makePhones(deps: PhonesDeps): PhoneParts {
  const { sources } = deps.media;
  const configured = new InForce<readonly SimulatedPhoneConfig[]>(deps.config.simulatedPhones);
  const driver = new PhoneDriver({
    ...driverKit(deps),
    configured: () => configured.current,
    loadSound: (name, language) => loadSound(sources, name, language),
  });
  return {
    driver,
    reconfigure: (next) => {
      configured.current = next.simulatedPhones;
      driver.reconfigure();
    },
  };
}

/** The first file of a sound; undefined when there is none, or it cannot be read. */
async function loadSound(sources: SourceFinder, name: string, language: string): Promise<Int16Array | undefined> {
  const uri = /^[a-z]+:/.test(name) ? name : `sound:${name}`;
  const found = await sources.find(uri, { language, zone: '', rate: phoneRate });
  const [file] = found.outcome === 'found' && found.source.kind === 'files' ? found.source.files : [];
  if (file === undefined) return undefined;
  try {
    return loadSamples(file, phoneRate);
  } catch {
    return undefined;
  }
}
