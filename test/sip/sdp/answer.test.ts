import { parse } from 'sdp-transform';
import { answerTo, g722, linesOf, localAudio, opus, pcma, pcmu, remoteSdp } from './negotiation';

describe('an answer', () => {
  it('is a complete description with the numbers of the offer', () => {
    const { text } = answerTo(
      remoteSdp(
        'm=audio 4000 RTP/AVP 8 0 101 13',
        'a=rtpmap:8 PCMA/8000',
        'a=rtpmap:0 PCMU/8000',
        'a=rtpmap:101 telephone-event/8000',
        'a=fmtp:101 0-15',
      ),
    );

    expect(linesOf(text)).toEqual([
      'v=0',
      'o=- 7 7 IN IP4 192.0.2.10',
      's=-',
      'c=IN IP4 192.0.2.10',
      't=0 0',
      'm=audio 10000 RTP/AVP 8 0 101',
      'a=rtpmap:8 PCMA/8000',
      'a=rtpmap:0 PCMU/8000',
      'a=rtpmap:101 telephone-event/8000',
      'a=fmtp:101 0-16',
      'a=sendrecv',
    ]);
    expect(parse(text).media[0]).toMatchObject({ port: 10_000, payloads: '8 0 101', direction: 'sendrecv' });
  });

  it.each([
    ['remote', ['PCMA', 'PCMU']],
    ['local', ['PCMU', 'PCMA']],
  ] as const)('orders formats as the %s side prefers them', (preference, names) => {
    const { streams } = answerTo(remoteSdp('m=audio 4000 RTP/AVP 8 0'), { preference });

    expect(streams[0]?.sendFormats.map(({ name }) => name)).toEqual(names);
    expect(streams[0]?.receiveFormats.map(({ name }) => name)).toEqual(names);
  });

  it('knows static numbers without a=rtpmap, dynamic ones only with it', () => {
    const offer = remoteSdp('m=audio 4000 RTP/AVP 97 98 9 0', 'a=rtpmap:98 OPUS/48000/2', 'a=fmtp:98 stereo=0');
    const { streams } = answerTo(offer, { local: localAudio({ formats: [opus, g722] }) });

    expect(streams[0]?.sendFormats).toEqual([
      { payload: 98, name: 'OPUS', clockRate: 48_000, channels: 2, parameters: 'stereo=0' },
      { payload: 9, name: 'G722', clockRate: 8000, channels: 1, parameters: undefined },
    ]);
    expect(streams[0]?.receiveFormats[0]?.parameters).toBe('useinbandfec=1');
  });

  it('takes telephone events at the clock rate of the audio', () => {
    const offer = remoteSdp(
      'm=audio 4000 RTP/AVP 98 0 100 101',
      'a=rtpmap:98 opus/48000/2',
      'a=rtpmap:100 telephone-event/48000',
      'a=rtpmap:101 telephone-event/8000',
    );
    const [wide] = answerTo(offer, { local: localAudio({ formats: [opus, pcmu] }) }).streams;
    const [narrow] = answerTo(offer).streams;
    const [none] = answerTo(offer, { local: localAudio({ telephoneEvents: false }) }).streams;

    expect(wide?.sendEvents?.payload).toBe(100);
    expect(wide?.receiveEvents.map(({ payload }) => payload)).toEqual([100, 101]);
    expect([narrow?.sendEvents?.payload, narrow?.receiveEvents.length]).toEqual([101, 1]);
    expect([none?.sendEvents, none?.receiveEvents]).toEqual([undefined, []]);
  });

  it.each([
    ['a=sendrecv', 'sendrecv', false],
    ['a=sendonly', 'recvonly', true],
    ['a=recvonly', 'sendonly', false],
    ['a=inactive', 'inactive', true],
    ['c=IN IP4 0.0.0.0', 'recvonly', true],
  ])('to %s is %s; held: %s', (line, direction, isHeld) => {
    const { streams, text } = answerTo(remoteSdp('m=audio 4000 RTP/AVP 0', line));

    expect(streams[0]).toMatchObject({ direction, isHeld });
    expect(parse(text).media[0]?.direction).toBe(direction);
  });

  it('has nowhere to send to when the offer has no address', () => {
    const [stream] = answerTo(remoteSdp('m=audio 4000 RTP/AVP 0', 'c=IN IP4 0.0.0.0')).streams;

    expect([stream?.remote, stream?.remoteRtcp]).toEqual([undefined, undefined]);
  });

  it('hears the session where the media section says nothing, and the media section first', () => {
    const directionsOf = (...lines: string[]) => answerTo(remoteSdp(...lines)).streams.map((each) => each?.direction);

    expect(directionsOf('a=sendonly', 'm=audio 4000 RTP/AVP 0')).toEqual(['recvonly']);
    expect(directionsOf('a=sendonly', 'm=audio 4000 RTP/AVP 0', 'a=inactive')).toEqual(['inactive']);
  });

  it.each(['sendonly', 'inactive', 'recvonly'] as const)('does no more than we want: %s', (direction) => {
    const { text } = answerTo(remoteSdp('m=audio 4000 RTP/AVP 0'), { local: localAudio({ direction }) });

    expect(parse(text).media[0]?.direction).toBe(direction);
  });

  it('refuses what it cannot serve in place, with port 0', () => {
    const { streams, text } = answerTo(
      remoteSdp(
        'm=video 5000 RTP/AVP 31',
        'm=audio 0 RTP/AVP 0',
        'm=audio 4000 RTP/SAVP 0',
        'm=audio 4002 RTP/AVP 96',
        'a=rtpmap:96 SPEEX/16000',
        'm=audio 4004 RTP/AVP 0',
        'm=application 9 TCP/BFCP *',
        'm=image 4006 udptl t38',
      ),
    );

    expect(parse(text).media.map(({ type, port, protocol }) => [type, port, protocol])).toEqual([
      ['video', 0, 'RTP/AVP'],
      ['audio', 0, 'RTP/AVP'],
      ['audio', 0, 'RTP/SAVP'],
      ['audio', 0, 'RTP/AVP'],
      ['audio', 10_000, 'RTP/AVP'],
      ['application', 0, 'TCP/BFCP'],
      ['image', 0, 'udptl'],
    ]);
    expect(streams.map((stream) => stream !== undefined)).toEqual([false, false, false, false, true, false, false]);
  });

  it('serves several audio streams, each with its own place', () => {
    const offer = remoteSdp(
      'm=audio 4000 RTP/AVP 0',
      'a=label:1',
      'm=audio 4002 RTP/AVP 8',
      'c=IN IP4 198.51.100.2',
      'a=label:2',
      'm=audio 4004 RTP/AVP 0',
    );
    const { streams, text } = answerTo(offer, {
      streamFor: (_section, index) => (index < 2 ? localAudio({ port: 10_000 + 2 * index }) : undefined),
    });

    expect(streams.map((each) => [each?.remote, each?.label])).toEqual([
      [{ host: '198.51.100.1', port: 4000 }, '1'],
      [{ host: '198.51.100.2', port: 4002 }, '2'],
      [undefined, undefined],
    ]);
    expect(parse(text).media.map(({ port }) => port)).toEqual([10_000, 10_002, 0]);
  });

  it.each([
    [[], false, { host: '198.51.100.1', port: 4001 }],
    [['a=rtcp:53020'], false, { host: '198.51.100.1', port: 53_020 }],
    [['a=rtcp:53020 IN IP6 2001:db8::9'], false, { host: '2001:db8::9', port: 53_020 }],
    [['a=rtcp-mux', 'a=rtcp:4000'], true, { host: '198.51.100.1', port: 4000 }],
  ])('knows where reports go: %j, shared port %s', (lines, rtcpMux, remoteRtcp) => {
    const { streams, text } = answerTo(remoteSdp('m=audio 4000 RTP/AVP 0', ...lines), {
      local: localAudio({ rtcpMux: true }),
    });

    expect(streams[0]).toMatchObject({ rtcpMux, remoteRtcp });
    expect(parse(text).media[0]?.rtcpMux !== undefined).toBe(rtcpMux);
  });

  it('speaks IPv6 and says which of several addresses is whose', () => {
    const offer = remoteSdp('m=audio 4000 RTP/AVP 0', 'c=IN IP6 2001:db8::1', 'm=audio 4002 RTP/AVP 0');
    const { streams, text } = answerTo(offer, {
      streamFor: (_section, index) => localAudio(index === 0 ? { address: '2001:db8::10' } : {}),
    });

    expect(streams[0]?.remote).toEqual({ host: '2001:db8::1', port: 4000 });
    expect(parse(text)).toMatchObject({
      connection: { version: 6, ip: '2001:db8::10' },
      media: [{}, { connection: { version: 4, ip: '192.0.2.10' } }],
    });
  });

  it('reports what the far end wants of packets and bandwidth', () => {
    const offer = remoteSdp('m=audio 4000 RTP/AVP 0', 'b=AS:80', 'a=ptime:30', 'a=maxptime:60');
    const [stream] = answerTo(offer, { local: localAudio({ ptime: 20 }) }).streams;
    const [silent] = answerTo(remoteSdp('m=audio 4000 RTP/AVP 0'), { local: localAudio({ ptime: 20 }) }).streams;

    expect(stream).toMatchObject({ ptime: 30, maxptime: 60, bandwidth: [{ type: 'AS', kilobits: 80 }] });
    expect(silent).toMatchObject({ ptime: 20, maxptime: undefined });
  });

  it('asks the format whether it can live with the parameters', () => {
    const ilbc = { name: 'iLBC', clockRate: 8000, channels: 1, accepts: (text?: string) => text === 'mode=20' };
    const offer = remoteSdp(
      'm=audio 4000 RTP/AVP 96 97',
      'a=rtpmap:96 iLBC/8000',
      'a=rtpmap:97 iLBC/8000',
      'a=fmtp:97 mode=20',
    );

    expect(answerTo(offer, { local: localAudio({ formats: [ilbc] }) }).streams[0]?.sendFormats[0]?.payload).toBe(97);
  });

  it('keeps the name of a section', () => {
    const { text } = answerTo(remoteSdp('m=audio 4000 RTP/AVP 0', 'a=mid:a1'), {
      local: localAudio({ formats: [pcma, pcmu] }),
    });

    expect(text).toContain('a=mid:a1\r\n');
  });
});
