import { aClient, aSocket, OutboundRig } from './outbound-rig';

describe('an outbound socket', () => {
  const rig = new OutboundRig();
  afterAll(() => rig.sockets.close());

  it.each([
    ['its own address', { uri: 'ws://169.254.169.254/' }, {}],
    ['its proxy', { uri: 'ws://127.0.0.1:1/' }, { proxy: { host: '[fd00:ec2::254]:80', username: '', password: '' } }],
  ])('is not opened where nothing may be sent to: %s', async (_title, place, more) => {
    rig.sockets.replace([aSocket()], [aClient(place, more)]);

    expect(await rig.failures.next()).toMatchObject({
      reason: expect.stringMatching(/ is a cloud metadata address/) as string,
    });
  });
});
