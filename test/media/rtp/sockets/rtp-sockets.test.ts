import { RestingSockets } from '../../../../src/media/rtp/sockets/resting-sockets';
import { RtpSockets } from '../../../../src/media/rtp/sockets/rtp-sockets';
import { SocketPair } from '../../../../src/media/rtp/sockets/socket-pair';

const busyCalls = 8;
const host = '127.0.0.1';
const ports = { first: 30_000, last: 39_999 };

describe('the ports of a call', () => {
  let resting: RestingSockets;
  beforeEach(() => {
    resting = new RestingSockets();
  });
  afterEach(() => {
    jest.restoreAllMocks();
    resting.close();
  });

  const reserve = (): Promise<RtpSockets> =>
    RtpSockets.reserve({ local: { kind: 'address', address: host }, ports, random: Math.random, resting });
  const bindingFails = (code: string): void => {
    jest.spyOn(SocketPair, 'bind').mockRejectedValue(Object.assign(new Error(`bind ${code}`), { code }));
  };
  /** A port of an ended call, which rests because calls come in numbers. */
  async function restingPort(): Promise<number> {
    for (let call = 0; call < busyCalls; call += 1) resting.take(host, ports);
    const sockets = await reserve();
    sockets.close();
    return sockets.local.port;
  }

  it('are those of a call that has just ended when no file descriptors are left', async () => {
    const port = await restingPort();
    bindingFails('EMFILE');

    const sockets = await reserve();
    expect(sockets.local.port).toBe(port);
    await expect(reserve()).rejects.toThrow('bind EMFILE');
    sockets.close();
  });

  it('are not those of a call that has just ended when the address cannot be bound', async () => {
    await restingPort();
    bindingFails('EADDRNOTAVAIL');

    await expect(reserve()).rejects.toThrow('bind EADDRNOTAVAIL');
  });
});
