import type { RTCSession, Socket } from 'jssip';
import { UA } from 'jssip';
import { WebSocket } from 'ws';
import { within } from '../eventually';
import { sdpAt } from '../calls/phone-call';
import { RtpPeer } from '../media/rtp-peer';

interface Description {
  readonly type: string;
  readonly sdp: string;
}

/** What JsSIP asks a browser for: here it describes plain RTP at a port of the test, as the server takes it. */
class PlainConnection {
  /** Where the connections of the next session are to hear audio. */
  static audioPort = 0;
  iceConnectionState = 'connected';
  iceGatheringState = 'complete';
  signalingState = 'stable';
  localDescription: Description | undefined;
  remoteDescription: Description | undefined;
  readonly #port = PlainConnection.audioPort;

  addEventListener(): void {
    // Nothing happens after the description: there are no candidates to gather.
  }
  removeEventListener(): void {
    // See above.
  }
  addTrack(): void {
    // The test sends audio itself.
  }
  getSenders(): readonly unknown[] {
    return [];
  }
  createOffer(): Promise<Description> {
    return Promise.resolve({ type: 'offer', sdp: sdpAt(this.#port) });
  }
  createAnswer(): Promise<Description> {
    return Promise.resolve({ type: 'answer', sdp: sdpAt(this.#port) });
  }
  setLocalDescription(description: Description): Promise<void> {
    this.localDescription = description;
    return Promise.resolve();
  }
  setRemoteDescription(description: Description): Promise<void> {
    this.remoteDescription = description;
    return Promise.resolve();
  }
  close(): void {
    this.signalingState = 'closed';
  }
}

class PlainDescription {
  readonly type: string;
  readonly sdp: string;
  constructor({ type, sdp }: Description) {
    this.type = type;
    this.sdp = sdp;
  }
}

/** JsSIP looks for these where a browser has them. */
function becomeBrowser(): void {
  Object.assign(globalThis, {
    window: { RTCPeerConnection: PlainConnection },
    RTCPeerConnection: PlainConnection,
    RTCSessionDescription: PlainDescription,
  });
}

export function leaveBrowser(): void {
  for (const name of ['window', 'RTCPeerConnection', 'RTCSessionDescription']) Reflect.deleteProperty(globalThis, name);
}

/** A websocket with the subprotocol of RFC 7118, in the form that JsSIP wants. */
function socketTo(url: string, ca: string | undefined): Socket {
  let socket: WebSocket | undefined;
  const { protocol, host } = new URL(url);
  const own: Socket = {
    url,
    via_transport: protocol === 'wss:' ? 'WSS' : 'WS',
    sip_uri: `sip:${host};transport=ws`,
    connect: () => {
      socket = new WebSocket(url, 'sip', ca === undefined ? {} : { ca });
      socket.on('open', () => own.onconnect?.());
      socket.on('message', (data: Buffer) => own.ondata?.(data.toString('utf8')));
      socket.on('close', (code, reason) => own.ondisconnect?.(false, code, reason.toString()));
      socket.on('error', () => undefined);
    },
    disconnect: () => socket?.close(),
    send: (text) => {
      socket?.send(text);
      return true;
    },
  };
  return own;
}

export interface JsSipOptions {
  /** Of the HTTP listener: `ws://127.0.0.1:8088/ws`. */
  readonly url: string;
  readonly name: string;
  readonly password: string;
  /** The certificate that a `wss` server is believed with. */
  readonly ca?: string;
}

/** JsSIP as a phone. All of its signalling is real; of a browser it gets only descriptions of plain audio. */
export class JsSipPhone {
  /** What has happened to it and to its sessions. */
  readonly events: { readonly type: string; readonly session?: RTCSession }[] = [];
  readonly #waiting: (() => void)[] = [];

  private constructor(
    private readonly ua: UA,
    readonly audio: RtpPeer,
  ) {
    for (const type of ['connected', 'disconnected', 'registered', 'unregistered', 'registrationFailed'])
      ua.on(type, () => this.#note({ type }));
    ua.on('newRTCSession', ({ session }: { readonly session: RTCSession }) => this.#watch(session));
  }

  static async start({ url, name, password, ca }: JsSipOptions): Promise<JsSipPhone> {
    becomeBrowser();
    const audio = await RtpPeer.open();
    const uri = `sip:${name}@${new URL(url).hostname}`;
    const ua = new UA({ sockets: [socketTo(url, ca)], uri, password, register_expires: 120, session_timers: true });
    const phone = new JsSipPhone(ua, audio);
    ua.start();
    return phone;
  }

  call(target: string): RTCSession {
    PlainConnection.audioPort = this.audio.port;
    return this.ua.call(target, { mediaStream: noTracks });
  }

  answer(session: RTCSession): void {
    PlainConnection.audioPort = this.audio.port;
    session.answer({ mediaStream: noTracks });
  }

  /** Waits for a number of events of a type, one unless told; gives the last. */
  async until(type: string, count = 1): Promise<{ readonly session?: RTCSession }> {
    for (;;) {
      const found = this.events.filter((event) => event.type === type)[count - 1];
      if (found !== undefined) return found;
      const arrived = new Promise<void>((resolve) => this.#waiting.push(resolve));
      await within(
        arrived,
        () => `waited for ${type} of JsSIP after ${this.events.map((each) => each.type).join(' ')}`,
      );
    }
  }

  /** Unregisters, closes the connection and waits until it is closed. */
  async stop(): Promise<void> {
    this.ua.stop();
    await this.until('disconnected');
    this.audio.close();
  }

  #watch(session: RTCSession): void {
    for (const type of ['progress', 'accepted', 'confirmed', 'ended', 'failed', 'hold', 'unhold'])
      session.on(type, () => this.#note({ type, session }));
    this.#note({ type: `${session.direction} call`, session });
  }

  #note(event: { readonly type: string; readonly session?: RTCSession }): void {
    this.events.push(event);
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

const noTracks = { getTracks: () => [], getAudioTracks: () => [], getVideoTracks: () => [] };
