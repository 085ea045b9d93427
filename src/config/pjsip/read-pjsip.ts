import { isLoopback } from '../../shared/network/address-rules';
import type { ConfFile } from '../reader/conf-file';
import type { FileObject, StoreMapping } from '../server-config';
import { shippedPhonePassword } from '../shipped-user';
import { lastEntry } from '../reader/section-schema';
import type { SimulatedPhoneConfig } from '../phones/simulated-phone';
import { readPhonesConf } from './phones-conf';
import { readPjsipConf } from './pjsip-conf';
import { readSipSections } from './pjsip-config';
import type { PjsipConfig } from './pjsip-config';
import type { ObjectReading } from './read-object';
import { checkReferences } from './references';
import type { SipSection, SipType } from './sip-section';
import { classOf, sipTypes } from './sip-section';
import { readWizardConf } from './wizard';

export interface PjsipFiles {
  readonly pjsip: ConfFile;
  readonly wizard: ConfFile;
  readonly phones: ConfFile;
}

export interface PjsipContext extends ObjectReading {
  readonly stores: readonly StoreMapping[];
  /** The port of phones.conf, where it was given outside the files. */
  readonly sipPort: number | undefined;
  /** An address of the HTTP listener that other machines can reach. */
  readonly httpReachable: string | undefined;
}

/** The name of the file under which objects are shown, whichever file they were written in. */
export const sipObjectsFile = 'pjsip.conf';

export interface ReadPjsip {
  readonly config: PjsipConfig;
  readonly objects: readonly FileObject[];
  readonly simulatedPhones: readonly SimulatedPhoneConfig[];
}

/** All files about SIP and phones. */
export function readPjsip({ pjsip, wizard, phones }: PjsipFiles, context: PjsipContext): ReadPjsip {
  const { findings } = context;
  const written = [...readPjsipConf(pjsip, findings), ...readWizardConf(wizard, findings)];
  const hasTransport = written.some(({ type }) => type === 'transport');
  const ofPhones = readPhonesConf(phones, { findings, hasTransport, port: context.sipPort });
  const sections = [...written, ...ofPhones.sections];
  const config = readSipSections(sections, context);
  checkReferences(sections, { findings, madeAtRunTime: typesMadeAtRunTime(context.stores) });
  checkShippedPasswords(sections, config, context);
  return { config, objects: sections.map(fileObject), simulatedPhones: ofPhones.simulated };
}

function typesMadeAtRunTime(stores: readonly StoreMapping[]): ReadonlySet<SipType> {
  return new Set(
    sipTypes.filter((type) =>
      stores.some(
        ({ configClass, objectType, store }) =>
          configClass === classOf(type) && objectType.replaceAll('-', '_') === type && store !== 'config',
      ),
    ),
  );
}

function fileObject({ type, section }: SipSection): FileObject {
  const fields = section.entries.map(({ key, value }) => ({ attribute: key, value }));
  return { file: sipObjectsFile, id: section.name, type, fields };
}

/** A public password must not admit callers from other machines. */
function checkShippedPasswords(
  sections: readonly SipSection[],
  { transports }: PjsipConfig,
  { findings, httpReachable }: PjsipContext,
): void {
  const hasSockets = transports.some(({ protocol }) => protocol === 'ws' || protocol === 'wss');
  const bound = transports.find(({ protocol, host }) => !['ws', 'wss'].includes(protocol) && !staysHere(host))?.host;
  const reachable = bound ?? (hasSockets ? httpReachable : undefined);
  if (reachable === undefined) return;
  for (const { section } of sections.filter(({ type }) => type === 'auth')) {
    const password = section.entries.findLast(({ key }) => key.toLowerCase() === 'password');
    if (password?.value !== shippedPhonePassword) continue;
    findings.problem(
      lastEntry(section, 'password'),
      `'${section.name}' has the shipped password, which is public, and phones could register from other machines on ${reachable}`,
      'choose another password, or listen on 127.0.0.1',
    );
  }
}

function staysHere(host: string): boolean {
  return isLoopback(host) || host.toLowerCase() === 'localhost';
}
