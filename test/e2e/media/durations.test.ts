import type { LiveRecording } from '../../../generated/models';
import { AudioCalls } from '../../support/media/audio-calls';
import { until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import { eventually } from '../../support/eventually';
import type { AppSocket } from '../../support/sockets/socket-peer';

const dialplan = `
exten => far,1,Answer(,i)
 same => n,Stasis(hello,far)
`;

describe('the durations of a recording', () => {
  let rig: CallRig;
  let app: AppSocket;
  beforeAll(async () => {
    rig = await CallRig.start(dialplan);
  });
  beforeEach(async () => {
    app = await rig.open('hello');
    await new AudioCalls(rig, app).call('c1');
  });
  afterEach(() => rig.clear());
  afterAll(() => rig.close());

  async function reported(type: string): Promise<LiveRecording> {
    for (;;) {
      const message = await app.next();
      if (message.type === type) return message['recording'] as LiveRecording;
    }
  }

  it('are there from the beginning as the total, which is nothing yet', async () => {
    const { body: asked } = await rig.rest.post('/channels/c1/record?name=all&format=wav');
    const started = await reported('RecordingStarted');
    const { body: shown } = await rig.rest.get('/recordings/live/all');
    await rig.rest.post('/recordings/live/all/stop');
    const finished = await reported('RecordingFinished');

    for (const recording of [asked, started]) expect(recording).toMatchObject({ total_duration: 0 });
    for (const recording of [asked, started, shown]) {
      expect(recording).not.toHaveProperty('duration');
    }
    expect(finished.total_duration).toBe(finished.duration);
    expect(finished).not.toHaveProperty('talking_duration');
  });

  it('grow while it is being made', async () => {
    await rig.rest.post('/channels/c1/record?name=growing&format=wav');
    const total = async (): Promise<number> =>
      ((await rig.rest.get('/recordings/live/growing')).body as LiveRecording).total_duration;
    await reported('RecordingStarted');
    await eventually(
      async () => (await total()) >= 1,
      () => 'the recording does not grow',
    );
    await rig.rest.post('/recordings/live/growing/stop');

    expect((await reported('RecordingFinished')).duration).toBeGreaterThanOrEqual(1);
  });

  it('are in the report of one that never began', async () => {
    await rig.rest.post('/channels/c1/record?name=first&format=wav');
    await reported('RecordingStarted');
    expect((await rig.rest.post('/channels/c1/record?name=second&format=wav')).status).toBe(201);
    await rig.rest.delete('/recordings/live/second');

    expect(await reported('RecordingFinished')).toMatchObject({ name: 'second', state: 'canceled', total_duration: 0 });
  });

  it('are whole seconds, and talking is what is left without those of silence', async () => {
    // Neither is heard for a whole second of it.
    const body = { media: ['tone:440/200,0/200'] };
    expect((await rig.rest.post('/channels/c1;2/play', body)).status).toBe(201);
    await until(app, 'PlaybackStarted');
    await rig.rest.post('/channels/c1/record?name=half&format=wav&maxDurationSeconds=1&maxSilenceSeconds=9');

    expect(await reported('RecordingFinished')).toMatchObject({
      duration: 1,
      total_duration: 1,
      talking_duration: 1,
      silence_duration: 0,
    });
  });
});
