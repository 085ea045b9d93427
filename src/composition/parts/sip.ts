import { randomBytes } from 'node:crypto';
import { isFile } from '../../config/reader/conf-disk';
import { Findings } from '../../config/reader/findings';
import type { PjsipConfig } from '../../config/pjsip/pjsip-config';
import { readSipSections } from '../../config/pjsip/pjsip-config';
import type { SipSection, SipType } from '../../config/pjsip/sip-section';
import { classOf, sipTypes } from '../../config/pjsip/sip-section';
import type { RtpConfig, ServerConfig } from '../../config/server-config';
import type { DialplanFunction } from '../../dialplan/expressions/functions';
import type { ObjectField } from '../../drivers/pjsip/dialplan/address-functions';
import { meansEmpty } from '../../drivers/pjsip/object-schemas';
import { addressFunctions } from '../../drivers/pjsip/dialplan/address-functions';
import { extensionState } from '../../dialplan/functions/extension-state';
import type { DialplanInForce } from '../../dialplan/plan/dialplan-in-force';
import { summaryType } from '../../drivers/pjsip/mwi/message-summary';
import { mwiExtension } from '../../drivers/pjsip/mwi/mwi-extension';
import { dialogInfoType } from '../../drivers/pjsip/presence/dialog-info';
import type { Hints } from '../../drivers/pjsip/presence/hints';
import { pidfType } from '../../drivers/pjsip/presence/pidf';
import { presenceExtension } from '../../drivers/pjsip/presence/presence-extension';
import {
  contentTypeExtension,
  subscriptionsExtension,
} from '../../drivers/pjsip/subscriptions/subscriptions-extension';
import { messagesExtension } from '../../drivers/pjsip/messages/messages-extension';
import type { SipExtension } from '../../drivers/pjsip/sip-extension';
import { refersExtension } from '../../drivers/pjsip/transfers/refers-extension';
import { hangupApplication } from '../../drivers/pjsip/dialplan/hangup-application';
import { headerFunctions } from '../../drivers/pjsip/dialplan/header-functions';
import { transferFunctions } from '../../drivers/pjsip/dialplan/transfer-functions';
import { PjsipDriver } from '../../drivers/pjsip/pjsip-driver';
import type { PjsipDriverDeps } from '../../drivers/pjsip/pjsip-driver';
import type { DialplanApplication } from '../../engine/calls/channel/dialplan-port';
import type { ConfigObject } from '../../engine/config-objects/config-object-schema';
import type { ConfigObjects } from '../../engine/config-objects/config-objects';
import { Complaints } from '../../server/complaints';
import type { Engine } from './engine';
import type { InForce } from '../settings/in-force';

export interface SipDeps extends Pick<
  PjsipDriverDeps,
  'store' | 'destinations' | 'whyNotReady' | 'clock' | 'log' | 'kit' | 'uses' | 'nonceSecret'
> {
  readonly config: ServerConfig;
  readonly engine: Pick<Engine, 'events' | 'endpoints' | 'mailboxes' | 'devices' | 'adoption'>;
  /** The dialplan in force, for its hints. */
  readonly calls: { readonly plan: { readonly plan: Pick<DialplanInForce, 'get' | 'onReplaced'> } };
  readonly objects: ConfigObjects;
  readonly rtp: InForce<RtpConfig>;
}

/** SIP as the rest of the server sees it: the technology, and how its configuration changes. */
export interface SipParts {
  readonly driver: PjsipDriver;
  /** Parts that modules bring. */
  readonly extensions: SipExtensions;
  /** What it adds to the dialplan. */
  readonly applications: Readonly<Record<string, DialplanApplication>>;
  readonly functions: Readonly<Record<string, DialplanFunction>>;
  /** Puts newly read files in force. */
  readonly reconfigure: (config: ServerConfig) => Promise<void>;
  /** Looks at the objects again, which are others than before. */
  readonly review: () => void;
  readonly close: () => void;
}

export type SipExtensions = Readonly<Record<(typeof extensionNames)[number], SipExtension>>;

const extensionNames = [
  ...(['messages', 'refers', 'subscriptions', 'mwi', 'presence'] as const),
  ...(['messageSummaries', 'pidf', 'dialogInfo'] as const),
];

function makeExtensions({ engine: { events, mailboxes, devices }, calls, log }: SipDeps): SipExtensions {
  const { plan } = calls.plan;
  const hints: Hints = {
    find: (context, extension) => plan.get().hint(context, extension)?.devices,
    stateOf: (names) => extensionState(names.map((name) => devices.stateOf(name))),
    onReplaced: plan.onReplaced,
  };
  return {
    messages: messagesExtension(log),
    refers: refersExtension,
    subscriptions: subscriptionsExtension(randomBytes),
    mwi: mwiExtension({ mailboxes, events, log }),
    presence: presenceExtension({ hints, events }),
    messageSummaries: contentTypeExtension(summaryType),
    pidf: contentTypeExtension(pidfType),
    dialogInfo: contentTypeExtension(dialogInfoType),
  };
}

export function makeSip(deps: SipDeps): SipParts {
  const { engine, objects, rtp, log, calls: _calls, ...others } = deps;
  const complaints = new Complaints(log, 'a configuration object is not usable');
  let current = deps.config;
  const driver = new PjsipDriver({
    ...others,
    log,
    events: engine.events,
    adoption: engine.adoption,
    settings: () => {
      const { firstPort: first, lastPort: last, learnsSender: isStrict, probation } = rtp.current;
      return { ports: { first, last }, sender: { isStrict, probation } };
    },
    snapshot: (resource) => engine.endpoints.get('PJSIP', resource),
    config: () => {
      const { config, unusable } = sipInForce(current, objects);
      complaints.stand(unusable);
      return config;
    },
  });
  const review = (): void => {
    driver.review().catch((error: unknown) => log.error({ error }, 'SIP configuration could not be put in force'));
  };
  const unfollow = sipTypes.map((type) => objects.onChange(refOf(type), review));
  return {
    driver,
    extensions: makeExtensions(deps),
    applications: { PJSIPHangup: hangupApplication(log) },
    functions: {
      ...headerFunctions,
      ...transferFunctions,
      ...addressFunctions({ service: () => driver.service, field: (...asked) => fieldOf(objects, ...asked) }),
    },
    review,
    reconfigure: async (config) => {
      current = config;
      await driver.review();
    },
    close: () => unfollow.forEach((stop) => stop()),
  };
}

function fieldOf(objects: ConfigObjects, ...[type, id, field]: Parameters<ObjectField>): string | undefined {
  const found = objects.get({ ...refOf(type), id });
  if (found.outcome !== 'found') return undefined;
  return found.fields.find(({ attribute }) => attribute === field)?.value;
}

interface SipInForce {
  readonly config: PjsipConfig;
  readonly unusable: readonly { readonly object: string; readonly reason: string }[];
}

/** Sections of files and objects made at run time, as one set. Files have the last word about names. */
export function sipInForce(config: ServerConfig, objects: ConfigObjects): SipInForce {
  const unusable: SipInForce['unusable'][number][] = [];
  const made = sipTypes.flatMap((type) => madeObjects(type, config, objects));
  const sound = made.filter(({ type, section }) => {
    const findings = new Findings();
    readSipSections([{ type, section }], readingOf(config, findings));
    const [problem] = findings.problems;
    if (problem !== undefined)
      unusable.push({ object: `${section.file}/${section.name}`, reason: `${problem.message}; ${problem.hint}` });
    return problem === undefined;
  });
  const read = readSipSections(sound, readingOf(config, new Findings()));
  const { pjsip } = config;
  const has = (type: SipType): boolean => sound.some((each) => each.type === type);
  return {
    unusable,
    config: {
      transports: [...pjsip.transports, ...read.transports],
      endpoints: [...pjsip.endpoints, ...read.endpoints],
      aors: [...pjsip.aors, ...read.aors],
      auths: [...pjsip.auths, ...read.auths],
      identifies: [...pjsip.identifies, ...read.identifies],
      registrations: [...pjsip.registrations, ...read.registrations],
      acls: [...pjsip.acls, ...read.acls],
      domainAliases: [...pjsip.domainAliases, ...read.domainAliases],
      global: has('global') ? read.global : pjsip.global,
      system: has('system') ? read.system : pjsip.system,
    },
  };
}

function readingOf({ acls, directories }: ServerConfig, findings: Findings) {
  return { findings, acls, folder: directories.config, isFile };
}

function madeObjects(type: SipType, config: ServerConfig, objects: ConfigObjects): readonly SipSection[] {
  const inFiles = new Set(config.objects.filter((object) => object.type === type).map(({ id }) => id));
  const listed = objects.list(refOf(type), (id) => !inFiles.has(id));
  if (listed.outcome !== 'found') return [];
  return listed.objects.map((object) => ({ type, section: sectionOf(type, object) }));
}

/** What was given, in its order: that of allow and disallow, of permit and deny counts. */
function sectionOf(type: SipType, { id, given }: ConfigObject): SipSection['section'] {
  const file = `${classOf(type)}/${type}`;
  const entries = given.filter(({ attribute, value }) => value !== '' || meansEmpty(type, attribute));
  return {
    name: id,
    file,
    entries: entries.map(({ attribute, value }) => ({ key: attribute, value, inherited: false, file, line: 0 })),
  };
}

export function refOf(type: SipType): { readonly configClass: string; readonly objectType: string } {
  return { configClass: classOf(type), objectType: type };
}
