import { randomUUID } from 'node:crypto';
import type { ServerConfig } from '../../config/server-config';
import type { Persistence } from '../../storage/persistence';
import type { ConfigObjects } from '../../engine/config-objects/config-objects';
import type { LogChannels } from '../../logging/log-channels';
import { startMediaThread } from '../../media/thread/media-thread';
import type { Tap } from '../../observe/tap';
import { ModuleRegistry } from '../../modules/module-registry';
import type { Clock } from '../../shared/time/clock';
import type { ApplicationServices } from './applications';
import { makeApplications } from './applications';
import type { CallServices, CallsDeps } from './calls';
import { makeCalls } from './calls';
import { guardedLink } from './guarded-link';
import type { InForce } from '../settings/in-force';
import type { Engine } from './engine';
import { makeEngine } from './engine';
import type { MediaServices, MediaPartsDeps } from './media-parts';
import { wireMedia } from './media-parts';
import type { ClusterHooks } from './cluster-hooks';
import { serverModules } from '../module-contents/catalogue';
import type { Provisions } from '../module-contents/provisions';
import type { ServerParts } from '../module-contents/server-parts';
import type { KnownObjects } from '../settings/object-types';
import { makeConfigObjects } from '../settings/object-types';
import { recoverAfterThreads } from '../lifecycle/recovery';
import type { PhoneParts } from './phones';
import { makePhones } from './phones';
import { Destinations } from '../../shared/network/destinations';
import type { ServerContext } from '../server-context';

/** What lives as long as the server does, besides its doors. */
export interface ServerServices extends ApplicationServices {
  readonly logs: LogChannels;
  readonly destinations: Destinations;
  readonly database: Persistence;
  readonly modules: ModuleRegistry<ServerParts>;
  readonly engine: Engine;
  readonly calls: CallServices;
  readonly media: MediaServices;
  readonly objects: ConfigObjects;
  readonly phones: PhoneParts;
}

interface ServiceSources {
  readonly clock: Clock;
  readonly tap: Tap;
  readonly nodes: ClusterHooks;
  readonly inForce: InForce<ServerConfig>;
  readonly provisions: Provisions;
}

/** Everything that the server does, without the ways to it. */
export function makeServices(
  { options, logs, database, closers }: ServerContext,
  { clock, tap, nodes, inForce, provisions }: ServiceSources,
): { readonly services: ServerServices; readonly objects: KnownObjects } {
  const { config, version, resources, uuid = randomUUID } = options;
  const { logger: log } = logs;
  const newId = nodes.newId(uuid);
  const modules = new ModuleRegistry({ modules: serverModules, log, now: clock.now });
  closers.push(() => modules.close());
  const { onGlobal, applications: hooks } = nodes;
  const engine = makeEngine({ config, database, clock, log, version, lastReload: () => modules.lastReload, onGlobal });
  const apps = makeApplications({
    ...config.options,
    ...engine,
    journal: config.ari.resume,
    database,
    calls: () => calls,
    media: () => media,
    tap,
    clock,
    log,
    closers,
    hooks,
    remote: nodes.remote,
  });
  const calls: CallServices = makeCalls({
    ...apps,
    config,
    engine,
    database,
    uuid,
    newId,
    clock,
    log,
    version,
    ...shownVariables(inForce),
    bridgeTechnologies: provisions.bridgeTechnologies,
    codecs: provisions.codecs,
    stasisModule: modules.needed('app_stasis'),
    remote: nodes.remote,
  });
  const { media: link = startMediaThread() } = options;
  const destinations = new Destinations(config.options.allowDestinations);
  const media: MediaServices = wireMedia({
    ...calls,
    config,
    link: guardedLink(link, log),
    events: engine.events,
    destinations,
    uuid: newId,
    clock,
    log,
    formats: provisions,
    uses: mediaUses(modules),
  });
  closers.push(recoverAfterThreads(link, config.directories, log), media.close, calls.close);
  const phones = makePhones({ config, calls, media, engine, provisions, clock, log });
  const objects = makeConfigObjects({ config, database, resources, kinds: provisions.objectStores, log });
  const parts = { ...apps, destinations, logs, database, modules, engine, calls, media, phones };
  return { services: { ...parts, objects: objects.objects }, objects };
}

/** Variables that are shown with every channel, as the configuration says now. */
function shownVariables(inForce: InForce<ServerConfig>): Pick<CallsDeps, 'shownVariables' | 'managerVariables'> {
  return {
    shownVariables: () => inForce.current.ari.channelVars,
    managerVariables: () => inForce.current.manager.channelVars,
  };
}

/** What is heard and recorded for clients keeps the modules that allow it. */
function mediaUses(modules: ModuleRegistry<ServerParts>): MediaPartsDeps['uses'] {
  return {
    playback: modules.needed('res_stasis_playback').hold,
    recording: modules.needed('res_stasis_recording').hold,
    music: modules.needed('res_musiconhold').hold,
    snoop: modules.needed('res_stasis_snoop').hold,
    talkDetection: modules.needed('func_talkdetect').hold,
    toneDetection: modules.needed('res_tonedetect').hold,
    remote: modules.needed('res_http_media_cache').hold,
  };
}
