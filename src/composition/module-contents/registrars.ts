import type { Operations } from '../../../generated/operations';
import type { Dispatcher } from '../../api/dispatcher';
import type { RtpConfig } from '../../config/server-config';
import type { BridgeTechnology } from '../../engine/calls/bridge/bridge-technology';
import type { AwaitedSockets } from '../../engine/audio/legs/media-socket';
import { codecNames } from '../../media/codecs/make-codec';
import { playableExtensions } from '../../media/files/formats/file-format';
import type { Doors } from '../doors/doors';
import type { InForce } from '../settings/in-force';
import type { LibraryDeps } from '../parts/libraries';
import { allFunctions, applicationLibrary } from '../parts/libraries';
import type { KnownObjects, StoreKind } from '../settings/object-types';
import { doorTypes } from '../settings/objects-in-force';
import type { PhoneParts } from '../parts/phones';
import type { SipParts } from '../parts/sip';
import { technologyLibrary } from '../parts/technologies';
import type { Registrars } from './contents';
import { registrarOf } from './contents';
import type { Provisions } from './provisions';
import { together } from './define-module';
import { CodecUses, gatedByCodecs } from './codec-gate';
import { countedApplication, countedTechnology } from './use-counting';

export interface RegistrarDeps extends LibraryDeps {
  readonly provisions: Provisions;
  readonly rtp: InForce<RtpConfig>;
  readonly objects: KnownObjects;
  readonly dispatcher: Dispatcher<Operations>;
  readonly doors: Doors;
  readonly awaited: AwaitedSockets;
  readonly sip: SipParts;
  readonly phones: PhoneParts;
}

/** The registrars of a server, over everything that there is code for. */
export function makeRegistrars(deps: RegistrarDeps): Registrars {
  const { calls, dispatcher, doors, awaited, provisions } = deps;
  const { codecs, fileFormats, bridgeTechnologies, objectStores } = provisions;
  const { objects } = deps.objects;
  const isClient = (id: string): boolean => objects.get({ ...doorTypes.websocketClient, id }).outcome === 'found';
  const uses = new CodecUses(codecs);
  deps.media.legs.onChanged((channel) => uses.count(channel));
  const technologies = technologyLibrary({ ...deps, sockets: { awaited, callSocket: doors.callSocket, isClient } });
  return {
    applications: registrarOf(applicationLibrary(deps), (name, run, hold) =>
      calls.plan.table.add([[name, countedApplication(run, hold)]]),
    ),
    functions: registrarOf(allFunctions(deps), (name, definition) =>
      calls.variables.functions.add({ [name]: definition }),
    ),
    technologies: registrarOf(technologies, (_name, technology, hold) =>
      calls.technologies.add(countedTechnology(gatedByCodecs(technology, codecs), hold), (channel) => {
        channel.onDestroyed(hold(channel.name));
        uses.count(channel);
      }),
    ),
    codecs: { names: codecNames, register: (name, hold) => codecs.provide(name, hold) },
    fileFormats: { names: playableExtensions, register: (name, hold) => fileFormats.provide(name, hold) },
    bridgeTechnologies: registrarOf(bridgeTechnologyNames, (_name, technology, hold) =>
      bridgeTechnologies.provide(technology, hold),
    ),
    objectStores: registrarOf(storeKinds, (_name, kind, hold) => {
      const undo = together(objectStores.provide(kind, hold), ...deps.objects.typesIn(kind).map(hold));
      doors.reviewObjects();
      deps.sip.review();
      return undo;
    }),
    resources: { names: dispatcher.resources, register: (name) => dispatcher.serve(name) },
  };
}

const bridgeTechnologyNames: ReadonlyMap<string, BridgeTechnology> = new Map(
  (['simple_bridge', 'native_rtp', 'softmix', 'holding_bridge'] as const).map((name) => [name, name]),
);

const storeKinds: ReadonlyMap<string, StoreKind> = new Map(
  (['config', 'memory', 'astdb', 'database'] as const).map((name) => [name, name]),
);
