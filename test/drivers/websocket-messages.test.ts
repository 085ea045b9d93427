import fc from 'fast-check';
import type { MediaEvent } from '../../src/drivers/websocket/present-media-event';
import { writeMediaEvent } from '../../src/drivers/websocket/present-media-event';
import { QueueMemory } from '../../src/drivers/websocket/queue-memory';
import { readCommand } from '../../src/drivers/websocket/read-command';
import { parseWebsocketTarget } from '../../src/drivers/websocket/websocket-target';

const plain = {
  connection: 'INCOMING',
  isIncoming: true,
  direction: 'both',
  format: undefined,
  answers: true,
  isPassedThrough: false,
  control: undefined,
  parameters: '',
};

describe('the address of a media websocket', () => {
  it.each([
    ['INCOMING', {}],
    ['INCOMING/', {}],
    ['INCOMING/n', { answers: false }],
    ['INCOMING/p', { isPassedThrough: true }],
    ['INCOMING/c(slin16)nf(json)d(in)', { format: 'slin16', answers: false, control: 'json', direction: 'in' }],
    ['INCOMING/c(pn)', { format: 'pn' }],
    ['INCOMING/d(in)d(out)', { direction: 'out' }],
    ['INCOMING/f(bogus)', { control: 'bogus' }],
    ['srv', { connection: 'srv', isIncoming: false }],
    ['srv/v(a=b,c=%20d)', { connection: 'srv', isIncoming: false, parameters: 'a=b&c=%20d' }],
  ])('%s', (resource, differs) => {
    expect(parseWebsocketTarget(resource)).toEqual({ ...plain, ...differs });
  });

  it.each([
    ['', /names neither/],
    ['/n', /names neither/],
    ['INCOMING/x', /has an option that is none/],
    ['INCOMING/c(ulaw', /has an option that is none/],
    ['INCOMING/v(a=b)', /takes no v/],
    ['INCOMING/d(sideways)', /is none of d\(both\)/],
    ['srv/v(a b)', /not percent-encoded/],
    ['srv/v(a=b#c)', /not percent-encoded/],
  ])('%s is refused, and it says why', (resource, reason) => {
    expect(parseWebsocketTarget(resource)).toMatch(reason);
  });

  it('is read or refused, whatever it is', () => {
    fc.assert(fc.property(fc.string(), (resource) => void parseWebsocketTarget(resource)));
  });
});

describe('a command on a media websocket', () => {
  it.each([
    ['ANSWER', { request: 'answer' }],
    ['  HANGUP\n', { request: 'hang-up' }],
    ['MARK_MEDIA', { request: 'order', name: 'MARK_MEDIA', order: { order: 'mark', correlation: undefined } }],
    ['MARK_MEDIA a b', { request: 'order', name: 'MARK_MEDIA', order: { order: 'mark', correlation: 'a b' } }],
    ['GET_STATUS', { request: 'order', name: 'GET_STATUS', order: { order: 'status' } }],
    ['SET_MEDIA_DIRECTION in', { request: 'direction', direction: undefined }],
    ['answer', { request: 'unknown', command: 'answer' }],
    ['toString', { request: 'unknown', command: 'toString' }],
    ['', { request: 'unknown', command: '' }],
  ])('in plain text: %j', (text, read) => {
    expect(readCommand(text, 'plain-text')).toEqual(read);
  });

  it.each([
    ['{"command":"ANSWER"}', { request: 'answer' }],
    [
      '{"command":"STOP_MEDIA_BUFFERING","correlation_id":"x"}',
      { request: 'order', name: 'STOP_MEDIA_BUFFERING', order: { order: 'stop-buffering', correlation: 'x' } },
    ],
    [
      '{"command":"MARK_MEDIA","correlation_id":7}',
      { request: 'order', name: 'MARK_MEDIA', order: { order: 'mark', correlation: '7' } },
    ],
    ['{"command":"SET_MEDIA_DIRECTION","direction":"out"}', { request: 'direction', direction: 'out' }],
    ['{"command":"constructor"}', { request: 'unknown', command: 'constructor' }],
    ['ANSWER', { request: 'unreadable', problem: 'not a JSON object' }],
    ['[]', { request: 'unreadable', problem: 'not a JSON object' }],
    ['null', { request: 'unreadable', problem: 'not a JSON object' }],
    ['{"command":1}', { request: 'unreadable', problem: 'there is no text called command' }],
  ])('in JSON: %s', (text, read) => {
    expect(readCommand(text, 'json')).toEqual(read);
  });

  it('is understood or not, whatever it is', () => {
    const anything = fc.oneof(fc.string(), fc.json());
    fc.assert(
      fc.property(anything, fc.constantFrom('json', 'plain-text'), (text, format) => void readCommand(text, format)),
    );
  });
});

describe('an event on a media websocket', () => {
  const style = { channelId: 'c1', levels: { xon: 800, xoff: 900 } };
  const status = { event: 'status', length: 3, isFull: true, isBuffering: false, isPaused: true } as const;
  const audio = { format: 'ulaw', frameSize: 160, frameTime: 20 };
  const channel = { connection: 'x', channel: 'WebSocket/x/1', variables: { A: 'b c' } };
  const start: MediaEvent = { event: 'start', ...channel, ...audio };

  it.each<[MediaEvent, string, string]>([
    [
      start,
      'MEDIA_START connection_id:x channel:WebSocket/x/1 channel_id:c1 format:ulaw optimal_frame_size:160 ptime:20',
      '{"event":"MEDIA_START","connection_id":"x","channel":"WebSocket/x/1","channel_id":"c1","format":"ulaw","optimal_frame_size":160,"ptime":20,"channel_variables":{"A":"b c"}}',
    ],
    [{ event: 'xon' }, 'MEDIA_XON', '{"event":"MEDIA_XON","channel_id":"c1"}'],
    [{ event: 'xoff' }, 'MEDIA_XOFF', '{"event":"MEDIA_XOFF","channel_id":"c1"}'],
    [{ event: 'drained' }, 'QUEUE_DRAINED', '{"event":"QUEUE_DRAINED","channel_id":"c1"}'],
    [
      { event: 'mark-reached', correlation: 'm' },
      'MEDIA_MARK_PROCESSED m',
      '{"event":"MEDIA_MARK_PROCESSED","channel_id":"c1","correlation_id":"m"}',
    ],
    [
      { event: 'buffering-completed', correlation: undefined },
      'MEDIA_BUFFERING_COMPLETED',
      '{"event":"MEDIA_BUFFERING_COMPLETED","channel_id":"c1","correlation_id":""}',
    ],
    [
      status,
      'STATUS channel_id:c1 queue_length:3 xon_level:800 xoff_level:900 queue_full:true bulk_media:false media_paused:true',
      '{"event":"STATUS","channel_id":"c1","queue_length":3,"xon_level":800,"xoff_level":900,"queue_full":true,"bulk_media":false,"media_paused":true}',
    ],
    [
      { event: 'digit', digit: '#' },
      'DTMF_END digit:# channel_id:c1',
      '{"event":"DTMF_END","channel_id":"c1","digit":"#"}',
    ],
    [
      { event: 'error', problem: 'no' },
      'ERROR channel_id:c1 error_text:no',
      '{"event":"ERROR","channel_id":"c1","error_text":"no"}',
    ],
  ])('%j', (event, text, json) => {
    expect(writeMediaEvent(event, { ...style, format: 'plain-text' })).toBe(text);
    expect(writeMediaEvent(event, { ...style, format: 'json' })).toBe(json);
  });
});

describe('what is remembered of a queue', () => {
  it('is what has been ordered and is not over', () => {
    const memory = new QueueMemory();
    for (const order of ['start-buffering', 'pause', 'report-drained'] as const) memory.ordered({ order });
    memory.happened({ event: 'xoff' });
    expect(memory.orders.map(({ order }) => order)).toEqual(['start-buffering', 'pause', 'report-drained']);
    expect(memory.isFull).toBe(true);

    for (const order of ['flush', 'continue'] as const) memory.ordered({ order });
    memory.happened({ event: 'drained' });
    memory.happened({ event: 'xon' });
    expect(memory.orders).toEqual([]);
    expect(memory.isFull).toBe(false);
  });
});
