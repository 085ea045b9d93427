import type { EventEmitter } from 'node:events';
import { judgeFrame } from '../spec/contract-judge';

/** Listens in on the socket of somebody else's client: every frame as it came over the wire. */
export class FrameRecorder {
  readonly #frames: string[] = [];

  constructor(socket: EventEmitter) {
    socket.on('message', (data: Buffer | string) => this.#frames.push(data.toString()));
  }

  get types(): ReadonlySet<string> {
    return new Set(this.#frames.map((text) => (JSON.parse(text) as { readonly type: string }).type));
  }

  /** Why frames do not fit the published schemas; empty when all do. */
  faults(): string[] {
    return this.#frames.flatMap((text) => judgeFrame(text).map((reason) => `${text}: ${reason}`));
  }

  /** Types that the published document of the events does not declare. */
  async undeclared(origin: string): Promise<string[]> {
    const authorization = `Basic ${Buffer.from('asterisk:asterisk').toString('base64')}`;
    const response = await fetch(`${origin}/ari/api-docs/events.json`, { headers: { authorization } });
    const { models } = (await response.json()) as { readonly models: Readonly<Record<string, unknown>> };
    return [...this.types].filter((type) => models[type] === undefined);
  }
}

/** What a whole flow of calls and bridges tells an application. */
export const typesOfAFlow = [
  'BridgeCreated',
  'BridgeDestroyed',
  'ChannelConnectedLine',
  'ChannelCallerId',
  'ChannelCreated',
  'ChannelDestroyed',
  'ChannelDialplan',
  'ChannelEnteredBridge',
  'ChannelHangupRequest',
  'ChannelLeftBridge',
  'ChannelStateChange',
  'ChannelVarset',
  'DeviceStateChanged',
  'Dial',
  'StasisEnd',
  'StasisStart',
] as const;
