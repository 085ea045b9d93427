import * as fc from 'fast-check';
import { parse } from 'sdp-transform';
import { readAnswer } from '../../../src/sip/sdp/agreed-audio';
import { makeAnswer } from '../../../src/sip/sdp/make-answer';
import { makeOffer } from '../../../src/sip/sdp/make-offer';
import { readDescription } from '../../../src/sip/sdp/read-description';
import { SdpRefusal } from '../../../src/sip/sdp/sdp-refusal';
import { SessionOrigin } from '../../../src/sip/sdp/session-origin';
import { g722, linesOf, localAudio, opus, pcma, pcmu, remoteSdp, written } from './negotiation';

describe('an offer', () => {
  it('explains every format, with telephone events for each clock rate', () => {
    const local = localAudio({
      formats: [opus, g722, pcmu],
      ptime: 20,
      rtcpMux: true,
      rtcpPort: 10_005,
      label: 'main',
    });
    const text = written(makeOffer([local]));

    expect(linesOf(text).slice(5)).toEqual([
      'm=audio 10000 RTP/AVP 107 9 0 96 101',
      'a=rtpmap:107 opus/48000/2',
      'a=fmtp:107 useinbandfec=1',
      'a=rtpmap:9 G722/8000',
      'a=rtpmap:0 PCMU/8000',
      'a=rtpmap:96 telephone-event/48000',
      'a=fmtp:96 0-16',
      'a=rtpmap:101 telephone-event/8000',
      'a=fmtp:101 0-16',
      'a=ptime:20',
      'a=rtcp:10005',
      'a=rtcp-mux',
      'a=label:main',
      'a=sendrecv',
    ]);
    expect(parse(text).media[0]).toMatchObject({ ptime: 20, rtcp: { port: 10_005 }, label: 'main' });
  });

  it('keeps places and numbers of what was agreed on before', () => {
    const before = makeOffer([localAudio({ formats: [{ ...opus, payload: 98 }] }), localAudio()]);
    const again = makeOffer([localAudio({ formats: [pcmu, opus] })], before);

    expect(parse(written(again)).media.map(({ port, payloads }) => [port, payloads])).toEqual([
      [10_000, '0 98 101 96'],
      [0, '0 8 101'],
    ]);
  });

  it('leaves the place of a stream that is over', () => {
    const text = written(makeOffer([undefined, localAudio()]));

    expect(parse(text).media.map(({ port }) => port)).toEqual([0, 10_000]);
  });

  it('is understood through an answer with other numbers', () => {
    const offer = makeOffer([localAudio({ formats: [opus, pcmu] })]);
    const answer = readDescription(
      remoteSdp(
        'm=audio 4000 RTP/AVP 0 120 110',
        'a=rtpmap:120 opus/48000/2',
        'a=rtpmap:110 telephone-event/8000',
        'a=sendonly',
      ),
    );
    const [stream] = readAnswer(offer, answer);

    expect(stream?.sendFormats.map(({ payload }) => payload)).toEqual([0, 120]);
    expect(stream?.receiveFormats.map(({ payload }) => payload)).toEqual([0, 107]);
    expect([stream?.sendEvents?.payload, stream?.receiveEvents[0]?.payload]).toEqual([110, 101]);
    expect(stream).toMatchObject({ direction: 'recvonly', isHeld: true, remote: { host: '198.51.100.1', port: 4000 } });
  });

  it('has no stream where the answer refuses it or has nothing in common', () => {
    const offer = makeOffer([localAudio(), localAudio(), localAudio()]);
    const lines = ['m=audio 0 RTP/AVP 0', 'm=audio 4002 RTP/AVP 18', 'm=audio 4004 RTP/AVP 8'];

    expect(readAnswer(offer, readDescription(remoteSdp(...lines))).map((each) => each?.remote?.port)).toEqual([
      undefined,
      undefined,
      4004,
    ]);
    expect(() => readAnswer(offer, readDescription(remoteSdp('m=audio 1 RTP/AVP 0')))).toThrow(SdpRefusal);
  });

  it('gives out at most the numbers that there are', () => {
    const formats = Array.from({ length: 40 }, (_, index) => ({ name: `X${index}`, clockRate: 8000, channels: 1 }));

    expect(() => makeOffer([localAudio({ formats })])).toThrow(RangeError);
  });

  it('and its answer lead both sides to the same formats', () => {
    const side = fc.record({
      formats: fc.shuffledSubarray([opus, g722, pcmu, pcma], { minLength: 1 }),
      telephoneEvents: fc.boolean(),
      rtcpMux: fc.boolean(),
      direction: fc.constantFrom('sendrecv', 'sendonly', 'recvonly', 'inactive' as const),
    });
    const either = fc.constantFrom('local', 'remote' as const);
    fc.assert(
      fc.property(side, side, either, (caller, callee, preference) => {
        const offer = readDescription(written(makeOffer([localAudio(caller)])));
        const answer = makeAnswer(offer, { streamFor: () => localAudio(callee), preference });
        const [atCaller] = readAnswer(offer, readDescription(written(answer.body)));
        const [atCallee] = answer.streams;

        expect(atCaller === undefined).toBe(!caller.formats.some((format) => callee.formats.includes(format)));
        expect(atCaller?.sendFormats.map(({ payload }) => payload)).toEqual(
          atCallee?.receiveFormats.map(({ payload }) => payload),
        );
        expect(atCaller?.sendEvents?.payload).toEqual(atCallee?.sendEvents?.payload);
        expect(atCaller?.rtcpMux).toBe(atCallee?.rtcpMux);
        expect(atCaller && sends(atCaller.direction)).toBe(atCallee && receives(atCallee.direction));
      }),
    );
  });
});

describe('the origin of a session', () => {
  it('counts changes and nothing else', () => {
    const origin = new SessionOrigin({ address: '2001:db8::1', sessionId: '18446744073709551610' });
    const first = makeOffer([localAudio()]);
    const versions = [first, makeOffer([localAudio()]), makeOffer([localAudio({ direction: 'sendonly' })]), first].map(
      (body) => origin.sign(body).origin,
    );

    expect(versions.map(({ version }) => version.slice(-2))).toEqual(['10', '10', '11', '12']);
    expect(versions[0]).toMatchObject({ sessionId: '18446744073709551610', family: 'IP6', username: '-' });
  });
});

const sends = (direction: string): boolean => direction.startsWith('send');
const receives = (direction: string): boolean => direction.endsWith('recv') || direction === 'recvonly';
