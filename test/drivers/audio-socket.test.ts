import { channelId } from '../../src/shared/ids';
import { AudioSocketDriver } from '../../src/drivers/audio-socket/audio-socket-driver';
import type { Channel } from '../../src/engine/calls/channel/channel';
import { ExternalLegs } from '../../src/engine/audio/legs/external-legs';
import { MediaRig } from '../engine/audio/media-rig';
import { anyDestination } from '../support/sip/any-destination';

const uuid = '40325ec2-5efd-4bd3-805f-53576e581d13';

/** The driver, with the other thread in the hands of the test. */
function aDriver() {
  const rig = new MediaRig();
  const { channels, media, core, engine } = rig;
  const outside = new ExternalLegs(media, anyDestination);
  const driver = new AudioSocketDriver({
    channels,
    legs: core.legs,
    outside,
    log: engine.log,
    language: 'en',
    canCarry: (format) => format.startsWith('slin'),
  });
  const request = (resource = `127.0.0.1:4000/${uuid}`, formats: readonly string[] = []) =>
    driver.request({ resource, formats, id: channelId('x'), otherId: undefined, originator: undefined });
  const open = async (): Promise<Channel> => {
    const asked = request();
    media.tell({ tell: 'leg-opened', leg: 'x', local: { host: '127.0.0.1', port: 5000 } });
    const made = await asked;
    if (made.outcome !== 'made') throw new Error(`it was not made: ${made.outcome}`);
    return made.channel;
  };
  return { rig, media, outside, request, open };
}

describe('a channel to an audio socket', () => {
  it('ends when the audio side is lost, and its connection with it', async () => {
    const { media, open } = aDriver();
    const channel = await open();
    media.take();
    media.lose('a fault');

    expect([channel.isEnding, channel.ending.cause]).toEqual([true, 38]);
    expect(media.take()).toEqual([]);
    channel.destroy();
  });

  it('ends when the program has ended before a listener was attached', async () => {
    const { media, request } = aDriver();
    const asked = request();
    media.tell({ tell: 'leg-opened', leg: 'x', local: { host: '127.0.0.1', port: 5000 } });
    media.tell({ tell: 'leg-ended', leg: 'x', reason: 'closed' });
    const made = await asked;
    await Promise.resolve();

    expect(made).toMatchObject({ outcome: 'made', channel: { isEnding: true, ending: { cause: 0 } } });
  });

  it('is not made when the audio side is lost meanwhile, and its id is free again', async () => {
    const { media, request, open } = aDriver();
    const asked = request();
    media.lose('a fault');

    expect(await asked).toEqual({ outcome: 'unavailable', reason: 'the media thread is being restarted' });
    expect((await open()).id).toBe('x');
  });

  it('keeps the cause of the side that hung up first', async () => {
    const { media, open } = aDriver();
    const channel = await open();
    channel.hangUp(17);
    media.tell({ tell: 'leg-ended', leg: 'x', reason: 'closed' });

    expect(channel.ending.cause).toBe(17);
    channel.destroy();
  });

  it.each([
    ['the first one that is asked for', '', ['slin16', 'slin'], 'slin16'],
    ['the one of the dial string', '/c(slin48)', ['slin16'], 'slin48'],
    ['signed linear for what telephones speak', '', ['alaw'], 'slin'],
    ['signed linear when none is asked for', '', [], 'slin'],
  ])('has the format %s', async (_which, options, formats, format) => {
    const { rig, request } = aDriver();
    void request(`[2001:db8::1]:4000/${uuid}${options}`, formats);

    expect(rig.media.commands).toMatchObject([
      { do: 'open-audio-socket', form: { format }, remote: { host: '2001:db8::1', port: 4000 }, uuid },
    ]);
  });
});
