import { createCipheriv, createHmac, randomBytes } from 'node:crypto';
import { CounterMode } from '../../../src/media/srtp/counter-mode';
import { HmacSha1 } from '../../../src/media/srtp/hmac-sha1';
import { derive } from '../../../src/media/srtp/session-keys';
import { SrtpReceiver } from '../../../src/media/srtp/srtp-receiver';
import { SrtpSender } from '../../../src/media/srtp/srtp-sender';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const master = hex('E1F97A0D3E018BE0D64FA32C06DE4139 0EC675AD498AFEEBB6960B3AABE6');
const long = 10;

function packet(sequence: number, { ssrc = 0xcafebabe, payload = Buffer.alloc(160, 0xab) } = {}): Buffer {
  const header = Buffer.alloc(12);
  header[0] = 0x80;
  header.writeUInt16BE(sequence, 2);
  header.writeUInt32BE(ssrc, 8);
  return Buffer.concat([header, payload]);
}

describe('the ciphers of SRTP', () => {
  it('make the key stream of RFC 3711 B.2', () => {
    const cipher = new CounterMode(hex('2B7E151628AED2A6ABF7158809CF4F3C'), hex('F0F1F2F3F4F5F6F7F8F9FAFBFCFD'));
    const stream = Buffer.alloc(0xff02 * 16);

    cipher.apply(stream, { start: 0, end: stream.length, ssrc: 0, high: 0, low: 0 });

    expect(stream.subarray(0, 48)).toEqual(
      hex('E03EAD0935C95E80E166B16DD92B4EB4 D23513162B02D0F72A43A2FE4A5F97AB 41E95B3BB0A2E8DD477901E4FCA894C0'),
    );
    expect(stream.subarray(0xfeff * 16)).toEqual(
      hex('EC8CDF7398607CB0F2D21675EA9EA1E4 362B7C3C6773516318A077D7FC5073AE 6A2CC3787889374FBEB4C81B17BA6C44'),
    );
  });

  it('derive the keys of RFC 3711 B.3', () => {
    expect(Buffer.from(derive(master, 0, 16))).toEqual(hex('C61E7A93744F39EE10734AFE3FF7A087'));
    expect(Buffer.from(derive(master, 2, 14))).toEqual(hex('30CBBC08863D8C85D49DB34A9AE1'));
    expect(Buffer.from(derive(master, 1, 94)).subarray(0, 48)).toEqual(
      hex('CEBE321F6FF7716B6FD4AB49AF256A15 6D38BAA48F0A0ACF3C34E2359E6CDBCE E049646C43D9327AD175578EF7227098'),
    );
  });

  it.each([0, 1, 3, 20, 51, 52, 55, 56, 59, 60, 63, 64, 115, 172, 1000])(
    'sign %i bytes and a number as the library of Node does',
    (length) => {
      const [key, bytes] = [randomBytes(20), randomBytes(length + 7)];
      const number = randomBytes(4);

      const signature = new HmacSha1(key).sign(bytes, length, number.readUInt32BE());

      const expected = createHmac('sha1', key).update(bytes.subarray(0, length)).update(number).digest();
      expect([...signature].map((word) => word >>> 0)).toEqual(
        [0, 4, 8, 12, 16].map((at) => expected.readUInt32BE(at)),
      );
    },
  );

  it('encrypt as the library of Node does', () => {
    const [key, salt, bytes] = [randomBytes(16), randomBytes(14), randomBytes(333)];
    const expected = createCipheriv('aes-128-ctr', key, Buffer.concat([salt, Buffer.alloc(2)])).update(bytes);

    new CounterMode(key, salt).apply(bytes, { start: 0, end: bytes.length, ssrc: 0, high: 0, low: 0 });

    expect(bytes).toEqual(expected);
  });
});

describe('SRTP', () => {
  it('protects a packet and a report as other implementations do', () => {
    const sender = new SrtpSender(master, long);
    const clear = hex('800f1234decafbadcafebabe abababababababababababababababab');
    const report = hex('81c8000bcafebabe abababababababababababababababab');

    expect(Buffer.from(sender.protect(clear))).toEqual(
      hex('800f1234decafbadcafebabe 4e55dc4ce79978d88ca4d215949d2402 b78d6acc99ea179b8dbb'),
    );
    expect(Buffer.from(sender.protectReport(report))).toEqual(
      hex('81c8000bcafebabe 7128035be487b9bdbef89041f977a5a8 80000001 993e08cd54d6c1230798'),
    );
  });

  it.each([10, 4])('opens with a tag of %i bytes what it has protected', (tag) => {
    const [sender, receiver] = [new SrtpSender(master, tag), new SrtpReceiver(master, tag)];
    const clear = packet(7);

    const sealed = Buffer.from(sender.protect(clear));

    expect(sealed).toHaveLength(clear.length + tag);
    expect(Buffer.from(receiver.open(sealed) ?? [])).toEqual(clear);
  });

  it('goes on where sequence numbers start over, also out of order', () => {
    const [sender, receiver] = [new SrtpSender(master, long), new SrtpReceiver(master, long)];
    const sealed = [65_533, 65_534, 0, 65_535, 1].map((sequence) => Buffer.from(sender.protect(packet(sequence))));

    expect(sealed.map((each) => Buffer.from(receiver.open(each) ?? []).readUInt16BE(2))).toEqual([
      65_533, 65_534, 0, 65_535, 1,
    ]);
  });

  it('refuses a packet that comes again, far too late, or changed', () => {
    const [sender, receiver] = [new SrtpSender(master, long), new SrtpReceiver(master, long)];
    const sealed = Array.from({ length: 200 }, (_, index) => Buffer.from(sender.protect(packet(index))));
    const [first = Buffer.alloc(0), second = first, ...rest] = sealed;
    const changed = Buffer.from(second);
    changed[20] = (changed[20] ?? 0) ^ 1;

    expect(receiver.open(Buffer.from(first))).toBeDefined();
    expect(receiver.open(Buffer.from(first))).toBeUndefined();
    expect(receiver.open(changed)).toBeUndefined();
    for (const each of rest) expect(receiver.open(each)).toBeDefined();
    expect(receiver.open(second)).toBeUndefined();
  });

  it('refuses what is too short, or has a header that leads beyond its end', () => {
    const receiver = new SrtpReceiver(master, long);
    const extended = packet(1);
    extended[0] = 0x9f;

    for (const bytes of [Buffer.alloc(0), Buffer.alloc(21), extended]) expect(receiver.open(bytes)).toBeUndefined();
    expect(receiver.openReport(Buffer.alloc(21))).toBeUndefined();
  });

  it('opens a report once', () => {
    const [sender, receiver] = [new SrtpSender(master, long), new SrtpReceiver(master, long)];
    const report = hex('81c9000bcafebabe 0102030405060708');
    const sealed = Buffer.from(sender.protectReport(report));

    expect(Buffer.from(receiver.openReport(Buffer.from(sealed)) ?? [])).toEqual(report);
    expect(receiver.openReport(sealed)).toBeUndefined();
  });
});
