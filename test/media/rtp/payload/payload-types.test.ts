import { codecNames } from '../../../../src/media/codecs/make-codec';
import { formatOfPayload, payloadsOfFormat } from '../../../../src/media/rtp/payload/payload-types';
import { makeRtpCodec } from '../../../../src/media/rtp/payload/rtp-codec';

const every = Array.from({ length: 128 }, (_, type) => type);

describe('the numbers of payloads', () => {
  it.each([
    ['ulaw', 0, 8000],
    ['alaw', 8, 8000],
    ['g722', 9, 8000],
    ['slin', 11, 8000],
    ['slin16', 118, 16000],
    ['slin48', 126, 48000],
    ['slin192', 96, 192000],
  ])('say that %s is sent as %d with a clock of %d', (name, type, clockRate) => {
    expect(payloadsOfFormat(name)[0]).toEqual({ type, format: name, clockRate });
    expect(formatOfPayload(type)).toMatchObject({ name, clockRate });
  });

  it('are there for every codec', () => {
    expect(codecNames.filter((name) => payloadsOfFormat(name).length === 0)).toEqual([]);
  });

  it('lead to codecs only', () => {
    const names = every.map(formatOfPayload).flatMap((format) => (format?.kind === 'audio' ? [format.name] : []));

    expect(names.filter((name) => !codecNames.includes(name))).toEqual([]);
  });

  it.each([3, 18, 31, 100, -1, 128])('have nothing for %d', (type) => {
    expect(formatOfPayload(type)).toBeUndefined();
  });

  it.each([
    [101, 'telephone-event'],
    [13, 'comfort-noise'],
  ])('say that %d is %s, which is no audio', (type, name) => {
    expect(formatOfPayload(type)).toMatchObject({ name, clockRate: 8000 });
    expect(payloadsOfFormat(name)).toEqual([]);
  });

  it('have two for mono and for noise', () => {
    expect(formatOfPayload(10)).toBe(formatOfPayload(11));
    expect(formatOfPayload(19)).toBe(formatOfPayload(13));
  });
});

describe('codecs of packets', () => {
  it('write the high byte of linear samples first, and read it so', () => {
    const codec = makeRtpCodec('slin16');

    expect(codec?.encode(Int16Array.of(1, -2, 0x1234))).toEqual(Uint8Array.of(0, 1, 0xff, 0xfe, 0x12, 0x34));
    expect(codec?.decode(Uint8Array.of(0, 1, 0xff, 0xfe, 0x12, 0x34, 9))).toEqual(Int16Array.of(1, -2, 0x1234));
    expect(codec).toMatchObject({ name: 'slin16', rate: 16000 });
  });

  it('are the usual ones otherwise', () => {
    expect(makeRtpCodec('ulaw')?.encode(Int16Array.of(0))).toEqual(Uint8Array.of(0xff));
    expect(makeRtpCodec('gsm')).toBeUndefined();
  });
});
