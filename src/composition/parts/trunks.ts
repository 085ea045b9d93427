import { randomBytes, randomUUID } from 'node:crypto';
import type { ClusterLink } from '../../cluster/cluster-link';
import type { Members } from '../../cluster/members';
import { NodeRequests } from '../../cluster/node-requests';
import { Trunks } from '../../cluster/trunks/trunks';
import type { ClusterConfig } from '../../config/files/cluster-conf';
import type { RtpConfig } from '../../config/server-config';
import { TrunkLegs } from '../../engine/audio/legs/trunk-legs';
import type { RtpLocal } from '../../media/protocol-rtp';
import { payloadsOfFormat } from '../../media/rtp/payload/payload-types';
import type { Clock } from '../../shared/time/clock';
import { guardedSoon } from '../../shared/scheduling/guard';
import type { Logger } from '../../shared/logger';
import { soon as laterTurn } from '../../shared/scheduling/soon';
import type { Applications } from '../../stasis/applications';
import type { Belongings } from '../../stasis/belongings';
import type { InForce } from '../settings/in-force';
import type { CallServices } from './calls';
import type { Engine } from './engine';
import type { MediaServices } from './media-parts';

export interface TrunkPartsDeps {
  readonly link: ClusterLink;
  readonly members: Members;
  readonly cluster: ClusterConfig;
  readonly engine: Pick<Engine, 'events'>;
  readonly calls: Pick<CallServices, 'channels' | 'bridges' | 'sessions' | 'transfers'>;
  readonly media: Pick<MediaServices, 'legs' | 'outside' | 'recordings'>;
  readonly applications: Applications;
  readonly belongings: Belongings;
  readonly rtp: InForce<RtpConfig>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Audio between the nodes, for bridges with members on several of them. */
export function makeTrunks(deps: TrunkPartsDeps): Trunks {
  const { link, members, cluster, engine, calls, media, applications, belongings, clock, log } = deps;
  const local = localAddress(cluster);
  const settings = () => {
    const { firstPort: first, lastPort: last } = deps.rtp.current;
    return { ports: { first, last }, local };
  };
  return new Trunks({
    ...calls,
    link,
    members,
    applications,
    belongings,
    requests: new NodeRequests({ link, members, clock, timeout: cluster.requestTimeout }),
    recordings: media.recordings,
    events: engine.events,
    legs: new TrunkLegs({
      legs: media.legs,
      outside: media.outside,
      payloadsOf: payloadsOfFormat,
      settings,
      randomBytes,
    }),
    newTrunk: randomUUID,
    soon: guardedSoon(laterTurn, log),
    now: clock.now,
  });
}

/** Where the other nodes reach this one: as configured, or like the NATS server does. */
function localAddress({ mediaAddress, servers }: ClusterConfig): RtpLocal {
  if (mediaAddress !== '') return { kind: 'address', address: mediaAddress };
  const { hostname, port } = new URL((servers[0] ?? '').replace(/^(nats|tls):/i, 'http:'));
  const host = hostname.replace(/^\[|\]$/g, '');
  return { kind: 'towards', remote: { host, port: Number(port) || natsPort } };
}

const natsPort = 4222;
