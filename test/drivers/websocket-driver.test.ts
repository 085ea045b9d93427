import { channelId } from '../../src/shared/ids';
import { WebsocketDriver } from '../../src/drivers/websocket/websocket-driver';
import type { Channel } from '../../src/engine/calls/channel/channel';
import type { MediaSocketListener, SocketCall } from '../../src/engine/audio/legs/media-socket';
import { AwaitedSockets } from '../../src/engine/audio/legs/media-socket';
import { ExternalLegs } from '../../src/engine/audio/legs/external-legs';
import { MediaRig } from '../engine/audio/media-rig';
import { alwaysLoaded } from '../support/provided';
import { anyDestination } from '../support/sip/any-destination';

/** The driver, with sockets and the other thread in the hands of the test. */
class DriverRig {
  readonly rig = new MediaRig();
  readonly media = this.rig.media;
  readonly awaited = new AwaitedSockets(alwaysLoaded);
  readonly outside = new ExternalLegs(this.media, anyDestination);
  readonly texts: string[] = [];
  readonly bytes: number[] = [];
  readonly codes: number[] = [];
  callSocket: (call: SocketCall) => Promise<string | undefined> = async () => 'nobody is there';
  readonly #driver = new WebsocketDriver({
    channels: this.rig.channels,
    legs: this.rig.core.legs,
    outside: this.outside,
    awaited: this.awaited,
    log: this.rig.engine.log,
    language: 'en',
    control: 'plain-text',
    callSocket: (call) => this.callSocket(call),
    isClient: (id) => id === 'there',
    canCarry: (format) => format !== 'gsm',
    nextConnectionId: () => 'secret',
  });
  readonly socket = {
    sendText: (text: string) => void this.texts.push(text),
    sendBytes: ({ length }: Uint8Array) => void this.bytes.push(length),
    close: (code: number) => void this.codes.push(code),
  };

  request(resource: string, formats: readonly string[] = ['ulaw']) {
    return this.#driver.request({ resource, formats, id: channelId('x'), otherId: undefined, originator: undefined });
  }

  make(resource = 'INCOMING'): Channel {
    const made = this.request(resource);
    if (made.outcome !== 'made') throw new Error(`it was not made: ${made.outcome}`);
    return made.channel;
  }

  open(resource?: string): { readonly channel: Channel; readonly far: MediaSocketListener } {
    const channel = this.make(resource);
    const far = this.awaited.take('secret', this.socket);
    if (far === undefined) throw new Error('nobody waits for the socket');
    this.texts.length = 0;
    return { channel, far };
  }

  lastOpened() {
    return this.media.commands.filter((command) => command.do === 'open-stream').at(-1);
  }
}

describe('a channel on a media websocket', () => {
  it('goes on when the audio side is lost, with a new queue that is like the old one', () => {
    const rig = new DriverRig();
    const { channel, far } = rig.open();
    for (const text of ['START_MEDIA_BUFFERING', 'PAUSE_MEDIA', 'REPORT_QUEUE_DRAINED']) far.onText(text);
    rig.media.tell({ tell: 'stream-event', leg: 'x', event: { event: 'xoff' } });
    rig.media.take();
    rig.media.lose('a fault');

    expect(channel.isEnding).toBe(false);
    expect(rig.lastOpened()).toEqual({
      do: 'open-stream',
      leg: 'x',
      form: { format: 'ulaw', rate: 8000 },
      frameSize: 160,
      flow: { takes: true, gives: true },
      orders: [{ order: 'start-buffering' }, { order: 'pause' }, { order: 'report-drained' }],
    });
    // Whoever was asked to wait until there is room would wait for ever.
    expect(rig.texts).toEqual(['MEDIA_XOFF', 'MEDIA_XON']);
    channel.destroy();
  });

  it('is given no audio before there is a socket, and passes it on from then on', () => {
    const rig = new DriverRig();
    const channel = rig.make();
    expect(rig.lastOpened()).toMatchObject({ flow: { takes: true, gives: false } });
    rig.awaited.take('secret', rig.socket);
    expect(rig.media.commands.at(-1)).toEqual({ do: 'stream-flow', leg: 'x', flow: { takes: true, gives: true } });

    rig.media.tell({ tell: 'stream-bytes', leg: 'x', bytes: new Uint8Array(160) });
    expect(rig.bytes).toEqual([160]);
    channel.destroy();
    rig.media.tell({ tell: 'stream-bytes', leg: 'x', bytes: new Uint8Array(160) });
    expect([rig.bytes, rig.codes]).toEqual([[160], [1000]]);
  });

  it('leaves nothing behind', () => {
    const rig = new DriverRig();
    const { channel } = rig.open();
    channel.destroy();

    expect([rig.awaited.size, rig.rig.core.legs.size]).toEqual([0, 0]);
    expect(rig.media.take().at(-1)).toBe('close-leg x');
  });

  it('ends when the audio side has no way to carry it', () => {
    const rig = new DriverRig();
    const { channel } = rig.open();
    rig.media.tell({ tell: 'leg-failed', leg: 'x', reason: 'no codec' });

    expect([channel.isEnding, channel.ending.cause]).toEqual([true, 38]);
    channel.destroy();
  });

  it.each([
    ['closed', 1001],
    ['broken', 1001],
    ['unsupported', 1003],
  ] as const)('ends with its socket, and without a cause of the network: %s', (end, code) => {
    const rig = new DriverRig();
    const { channel, far } = rig.open();
    const told: unknown[] = [];
    for (const type of ['channel-hangup-requested', 'channel-destroyed'] as const)
      rig.rig.engine.events.on('drain', type, ({ technologyCause, cause }) =>
        told.push([type, cause, technologyCause]),
      );
    far.onEnd(end);
    far.onEnd(end);
    channel.destroy();

    expect(told).toEqual([
      ['channel-hangup-requested', end === 'closed' ? 16 : 38, code],
      ['channel-destroyed', 0, code],
    ]);
    expect(rig.codes).toEqual([]);
  });

  it('gives up calling when it is hung up', async () => {
    const rig = new DriverRig();
    const signals: boolean[] = [];
    let giveUp = (): void => undefined;
    rig.callSocket = ({ signal }) =>
      new Promise((resolve) => {
        giveUp = () => resolve('too late');
        signal.addEventListener('abort', () => signals.push(signal.aborted));
      });
    const channel = rig.make('there');
    const started = channel.line.dial();
    channel.destroy();
    giveUp();

    expect(await started).toEqual({ outcome: 'unreachable', cause: 3 });
    expect(signals).toEqual([true]);
  });

  it.each([
    ['nobody', 'refused', "there is no websocket client 'nobody'"],
    ['INCOMING/c(gsm)', 'refused', "there is no codec for the format 'gsm'"],
    ['INCOMING/q', 'malformed', "'q' has an option that is none of"],
  ])('is not made for %s', (resource, outcome, reason) => {
    const rig = new DriverRig();

    expect(rig.request(resource)).toEqual({ outcome, reason: expect.stringContaining(reason) as unknown });
    expect(rig.media.take()).toEqual([]);
  });

  it('is not made where its id is taken', () => {
    const rig = new DriverRig();
    const channel = rig.make();

    expect(rig.request('INCOMING')).toEqual({ outcome: 'id-taken', id: 'x' });
    channel.destroy();
  });

  it.each([
    ['the one of its options', 'INCOMING/c(slin48)', ['ulaw'], 'slin48'],
    ['the first one that is asked for', 'INCOMING', ['alaw', 'ulaw'], 'alaw'],
    ['signed linear when none is asked for', 'INCOMING', [], 'slin'],
  ])('has the format %s', (_which, resource, formats, format) => {
    const rig = new DriverRig();
    rig.request(resource, formats);

    expect(rig.lastOpened()).toMatchObject({ form: { format } });
  });
});
