import type { RecordingOperation } from '../../../../src/engine/audio/recording/live-recording';
import { recordingOperations } from '../../../../src/engine/audio/recording/live-recording';
import type { RecordingStart } from '../../../../src/engine/audio/recording/live-recordings';
import { aRecording, MediaRig } from '../media-rig';

type Row = readonly (readonly [RecordingOperation, 'done' | 'refused'])[];

const outOfSession: Row = recordingOperations.map((operation) => [
  operation,
  operation === 'stop' || operation === 'cancel' ? 'done' : 'refused',
]);
const inSession: Row = recordingOperations.map((operation) => [operation, 'done']);

const another = { ...aRecording, name: 'another' };

function accepted(start: RecordingStart) {
  if (start.outcome !== 'accepted') throw new Error(start.outcome);
  return start.recording;
}

async function running(rig: MediaRig) {
  const recording = accepted(await rig.record(rig.channel('c1')));
  await rig.settle();
  rig.media.startRecord();
  return recording;
}

describe('the controls of a recording', () => {
  it.each(outOfSession)('while it waits: %s is %s', async (operation, result) => {
    const rig = new MediaRig();
    const recording = accepted(await rig.record(rig.channel('c1')));

    expect(recording.operate(operation)).toBe(result);
  });

  it.each(outOfSession)('while it beeps: %s is %s', async (operation, result) => {
    const rig = new MediaRig();
    const recording = accepted(await rig.record(rig.channel('c1'), { beeps: true }));
    await rig.settle();

    expect(recording.snapshot().state).toBe('queued');
    expect(recording.operate(operation)).toBe(result);
  });

  it.each(inSession)('while it runs: %s is %s', async (operation, result) => {
    const recording = await running(new MediaRig());

    expect(recording.operate(operation)).toBe(result);
  });

  it.each(inSession)('while it is paused: %s is %s', async (operation, result) => {
    const recording = await running(new MediaRig());
    recording.operate('pause');

    expect(recording.snapshot().state).toBe('paused');
    expect(recording.operate(operation)).toBe(result);
  });

  it.each(outOfSession)('while it ends: %s is %s', async (operation, result) => {
    const recording = await running(new MediaRig());
    recording.operate('stop');

    expect(recording.operate(operation)).toBe(result);
  });

  it('reach the audio side, and are not repeated where nothing needs doing', async () => {
    const rig = new MediaRig();
    const recording = await running(rig);
    rig.media.take();

    for (const operation of ['unpause', 'pause', 'pause', 'unpause', 'mute', 'unmute', 'stop', 'stop'] as const)
      recording.operate(operation);

    expect(rig.media.take()).toEqual(['pause-record', 'resume-record', 'mute-record', 'unmute-record', 'stop-record']);
  });
});

describe('a recording', () => {
  it('is reported when the first audio is taken down, and when it is stored', async () => {
    const rig = new MediaRig();
    const recording = await running(rig);
    recording.operate('stop');
    rig.media.endRecord('stopped', { duration: 1234 });

    expect(rig.heard()).toEqual(['recording-started r1 recording', 'recording-finished r1 done']);
    expect(recording.snapshot().duration).toBe(1234);
    expect([rig.core.recordings.find('r1'), rig.core.records.size]).toEqual([undefined, 0]);
  });

  it.each([
    ['cancelled', 'recording-finished r1 canceled'],
    ['silence', 'recording-finished r1 done'],
    ['duration', 'recording-finished r1 done'],
    ['target-gone', 'recording-finished r1 done'],
    ['failed', 'recording-failed r1 failed'],
  ] as const)('that ends because of %s is reported as %s', async (why, line) => {
    const rig = new MediaRig();
    await running(rig);
    rig.media.endRecord(why);

    expect(rig.heard().at(-1)).toBe(line);
  });

  it('that is cancelled while it waits never begins, and the next command has its turn', async () => {
    const rig = new MediaRig();
    const channel = rig.channel('c1');
    rig.play(channel, ['sound:a'], { id: 'p1' });
    const recording = accepted(await rig.record(channel));
    rig.play(channel, ['sound:b'], { id: 'p2' });
    await rig.settle();
    recording.operate('cancel');
    rig.media.finishPlay();
    await rig.settle();

    expect(rig.heard()).toEqual([
      'playback-started p1 sound:a playing',
      'recording-finished r1 canceled',
      'playback-finished p1 sound:a done',
      'playback-started p2 sound:b playing',
    ]);
  });

  it('keeps its place in the queue while the disk is asked', async () => {
    const rig = new MediaRig();
    const channel = rig.channel('c1');
    const start = rig.record(channel);
    rig.play(channel, ['sound:a']);
    await start;
    await rig.settle();

    expect(rig.media.take()).toEqual(['open-pair c1 c1;2', 'record c1 /recordings/r1.wav']);
  });

  it('lets the next command pass when it is refused', async () => {
    const rig = new MediaRig();
    const channel = rig.channel('c1');
    const start = rig.record(channel, { name: '../r1' });
    rig.play(channel, ['sound:a']);
    await start;
    await rig.settle();

    expect(rig.media.take()).toEqual(['open-pair c1 c1;2', 'play c1 a']);
  });

  it('holds up the end of its channel until it is stored', async () => {
    const rig = new MediaRig();
    const channel = rig.channel('c1');
    await rig.record(channel);
    await rig.settle();
    rig.media.startRecord();
    const order: string[] = [];
    const closed = rig
      .queueOf(channel)
      .close()
      ?.then(() => order.push('closed'));
    await rig.settle();
    order.push('stored');
    rig.media.endRecord('stopped');
    await closed;

    expect(order).toEqual(['stored', 'closed']);
    expect(rig.media.take().at(-1)).toBe('stop-record');
  });

  it.each([
    ['any', '5', true],
    ['any', 'D', true],
    ['#', '#', true],
    ['#', '5', false],
    ['*', '*', true],
    ['none', '5', false],
  ] as const)('that ends on %s hears %s: %s', async (endsOn, digit, ends) => {
    const rig = new MediaRig();
    const channel = rig.channel('c1');
    await rig.record(channel, { endsOn });
    await rig.settle();
    rig.media.startRecord();
    rig.engine.events.emit({ type: 'channel-digit', at: 0, channel: channel.snapshot(), digit, milliseconds: 100 });

    expect(rig.media.take().includes('stop-record')).toBe(ends);
  });

  it('of a bridge hears the digits of its members', async () => {
    const rig = new MediaRig();
    const [channel, bridge] = [rig.channel('c1'), rig.bridge('b1')];
    bridge.add(channel);
    const { recordings, places } = rig.core;
    const facts = { name: 'r1', format: 'wav', ifExists: 'fail', beeps: false, endsOn: 'any' } as const;
    await recordings.start(places.recordingIn(bridge), undefined, { ...facts, maxDuration: 0, maxSilence: 0 });
    await rig.settle();
    rig.media.startRecord();
    rig.engine.events.emit({ type: 'channel-digit', at: 0, channel: channel.snapshot(), digit: '1', milliseconds: 1 });

    expect(rig.media.take().at(-1)).toBe('stop-record');
  });

  it('answers the channel first', async () => {
    const rig = new MediaRig();
    const channel = rig.channel('c1');
    channel.setState('Ring');
    await rig.record(channel);
    await rig.settle();

    expect(channel.state).toBe('Up');
  });

  it('fails when its channel is in a bridge by the time its turn comes', async () => {
    const rig = new MediaRig();
    const channel = rig.channel('c1');
    await rig.record(channel);
    rig.bridge('b1').add(channel);
    await rig.settle();

    expect(rig.heard()).toEqual(['recording-failed r1 failed']);
  });

  it('fails when the audio side is lost', async () => {
    const rig = new MediaRig();
    const recording = await running(rig);
    rig.media.lose('it crashed');

    expect(rig.heard().at(-1)).toBe('recording-failed r1 failed');
    expect(recording.snapshot().cause).toBe('it crashed');
  });
});

describe('the name of a recording', () => {
  it.each([
    ['', 'name-empty'],
    ['../r1', 'name-outside'],
    ['taken', 'stored'],
    ['free', 'accepted'],
  ])('%s is %s', async (name, outcome) => {
    const rig = new MediaRig();
    rig.stored.set('taken', ['gsm']);

    expect((await rig.record(rig.channel('c1'), { name })).outcome).toBe(outcome);
  });

  it.each(['overwrite', 'append'] as const)('may be taken by a stored one with %s', async (ifExists) => {
    const rig = new MediaRig();
    rig.stored.set('taken', ['wav']);
    await rig.record(rig.channel('c1'), { name: 'taken', ifExists });
    await rig.settle();

    const [record] = [...rig.media.records.values()];
    expect(record?.file.appends).toBe(ifExists === 'append');
  });

  it('cannot be that of one that is being made, however it is written', async () => {
    const rig = new MediaRig();
    await rig.record(rig.channel('c1'));

    expect((await rig.record(rig.channel('c2'), { ifExists: 'overwrite' })).outcome).toBe('live');
    expect((await rig.record(rig.channel('c3'), { name: './r1' })).outcome).toBe('live');
  });

  it('is free again when the recording is over, or was refused', async () => {
    const rig = new MediaRig();
    rig.stored.set('taken', ['wav']);
    await running(rig);
    rig.media.endRecord('stopped');

    expect((await rig.record(rig.channel('c2'))).outcome).toBe('accepted');
    expect((await rig.record(rig.channel('c3'), { name: 'taken' })).outcome).toBe('stored');
    expect((await rig.record(rig.channel('c4'), { name: 'taken', ifExists: 'append' })).outcome).toBe('accepted');
  });

  it('is not taken by a recording of what goes while the disk is asked', async () => {
    const rig = new MediaRig();
    const [channel, bridge] = [rig.channel('c1'), rig.bridge('b1')];
    const { recordings, places } = rig.core;
    const starts = [rig.record(channel), recordings.start(places.recordingIn(bridge), undefined, another)];
    void rig.queueOf(channel).close();
    bridge.destroy();

    expect((await Promise.all(starts)).map(({ outcome }) => outcome)).toEqual(['gone', 'gone']);
    expect((await rig.record(rig.channel('c2'))).outcome).toBe('accepted');
    expect((await rig.record(rig.channel('c3'), another)).outcome).toBe('accepted');
    expect(rig.heard()).toEqual([]);
  });

  it('may be taken over from a file only where that was asked for', async () => {
    const rig = new MediaRig();
    for (const ifExists of ['fail', 'overwrite', 'append'] as const)
      await rig.record(rig.channel(ifExists), { name: ifExists, ifExists });
    await rig.settle();

    expect([...rig.media.records.values()].map(({ file }) => file.isNew)).toEqual([true, false, false]);
  });

  it('does not matter when the format cannot be written', async () => {
    const rig = new MediaRig();

    expect((await rig.record(rig.channel('c1'), { name: '', format: 'mp3' })).outcome).toBe('format-unknown');
  });
});
