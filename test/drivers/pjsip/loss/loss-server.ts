import { PjsipDriver } from '../../../../src/drivers/pjsip/pjsip-driver';
import { refersExtension } from '../../../../src/drivers/pjsip/transfers/refers-extension';
import type { DriverKit } from '../../../../src/engine/audio/legs/driver-kit';
import { MemoryPersistence } from '../../../../src/storage/memory-persistence';
import { inThreadMedia } from '../../../../src/media/thread/media-in-thread';
import type { InThreadLink } from '../../../../src/media/thread/media-in-thread';
import { MemoryNetwork } from '../../../support/sip/memory-network';
import { Wire } from '../../../support/server/http-wire';
import { RunningServer } from '../../../support/server/running-server';
import { Rest } from '../../../support/sockets/socket-rest';
import { ReplayClock } from '../../../contract/traces/replay/replay-clock';
import { sipConfig } from '../sip-rig';
import { serverPort } from './loss-phone';

const pjsipConf = `
[udp]
type = transport
protocol = udp
bind = 127.0.0.1:${serverPort}

[alice]
type = endpoint
100rel = peer_supported
timers_min_se = 90
timers_sess_expires = 90
disallow = all
allow = ulaw

[bob]
type = endpoint
aors = bob
moh_passthrough = yes
disallow = all
allow = ulaw
[bob]
type = aor
contact = sip:bob@127.0.0.1:6002

[carol]
type = endpoint
aors = carol
auth = carol
disallow = all
allow = ulaw
[carol]
type = aor
max_contacts = 1
[carol]
type = auth
username = carol
password = carol
`;

const dialplan = `
[default]
exten => stays,1,Answer(,i)
 same => n,Wait(600)
exten => leaves,1,Answer(,i)
 same => n,Wait(1)
 same => n,Hangup()
exten => lasts,1,Answer(,i)
 same => n,Wait(60)
 same => n,Hangup()
exten => busy,1,Busy(60)
exten => rings,1,Ringing()
 same => n,Wait(600)
exten => early,1,Progress()
 same => n,Wait(1)
 same => n,Answer(,i)
 same => n,Wait(600)
exten => through,1,Dial(PJSIP/bob,20)
 same => n,Hangup()
`;

/** Few: a port that is not given back is missed soon. */
const rtpPorts = { first: 23_000, last: 23_011 };
/** Turns of the event loop after which everything has happened that needs no time. */
const settlingTurns = 4;
/** Longer than any timer of a call that has ended. */
const longest = 400_000;

/** A server whose SIP goes over a network in memory, in a time that passes as fast as it can. */
export class LossServer {
  readonly clock: ReplayClock;
  readonly network: MemoryNetwork;
  readonly rest: Rest;
  readonly destroyed: string[] = [];

  private constructor(
    private readonly server: RunningServer,
    private readonly driver: PjsipDriver,
    private readonly media: InThreadLink,
    private readonly parts: {
      readonly clock: ReplayClock;
      readonly network: MemoryNetwork;
      readonly kit: DriverKit;
      readonly held: Wire;
    },
  ) {
    this.clock = parts.clock;
    this.network = parts.network;
    this.rest = new Rest(server.origin);
    parts.kit.events.onAny('deliver', (event) => {
      if (event.type !== 'channel-destroyed') return;
      this.destroyed.push(`${event.channel.name.replace(/-\w+$/, '')} ${event.cause}`);
    });
  }

  /** `conf` replaces the configuration of SIP. */
  static async start(conf = pjsipConf): Promise<LossServer> {
    const clock = new ReplayClock();
    const network = new MemoryNetwork(clock);
    const media = inThreadMedia();
    const made: { kit?: DriverKit; driver?: PjsipDriver } = {};
    const technologies = (kit: DriverKit): readonly PjsipDriver[] => {
      const driver = new PjsipDriver({
        events: kit.events,
        clock: kit.clock,
        log: kit.log,
        kit: () => kit,
        makeSocket: network.makeSocket,
        config: () => sipConfig(conf),
        store: new MemoryPersistence(),
        settings: () => ({ ports: rtpPorts, sender: { isStrict: true, probation: 4 } }),
        destinations: { literalRefusal: () => undefined },
        snapshot: () => undefined,
        whyNotReady: () => undefined,
        random: () => 0.5,
      });
      driver.extend(refersExtension);
      Object.assign(made, { kit, driver });
      return [driver];
    };
    const files = {
      'extensions.conf': dialplan,
      'modules.conf': '[modules]\nautoload = yes\nnoload = chan_pjsip\n',
    };
    const server = await RunningServer.start(files, undefined, clock, media, technologies);
    const { kit, driver } = made;
    if (kit === undefined || driver === undefined) throw new Error('the technology was not made');
    return new LossServer(server, driver, media, { clock, network, kit, held: await Wire.held(server.origin) });
  }

  /** Lets time pass until it is so; false when that does not happen. */
  async passUntil(isSo: () => boolean, milliseconds = longest): Promise<boolean> {
    const until = this.clock.now() + milliseconds;
    await this.#settle();
    while (!isSo()) {
      if (this.clock.step(until) === undefined) return false;
      await this.#settle();
    }
    return true;
  }

  /** What there is of calls, whatever it is. */
  get left(): Readonly<Record<string, number>> {
    const { service } = this.driver;
    return {
      ...this.server.counts(),
      sipDialogs: service?.dialogs.size ?? -1,
      sipCalls: this.driver.callCount,
      sipTransactions: service?.stack.transactions ?? -1,
      sipTimers: service?.stack.wheel.size ?? -1,
    };
  }

  async close(): Promise<void> {
    let isClosed = false;
    this.parts.held.close();
    const closing = this.server.close().then(() => (isClosed = true));
    while (!isClosed) await this.passUntil(() => isClosed, 1000);
    await closing;
  }

  async #settle(): Promise<void> {
    for (let turn = 0; turn < settlingTurns; turn += 1) {
      await new Promise(setImmediate);
      this.media.tick();
    }
  }
}
