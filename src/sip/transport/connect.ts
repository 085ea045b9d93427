import type { Socket } from 'node:net';
import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { NetworkPlace } from '../../shared/network/network-place';
import type { TlsSettings } from './tls-settings';
import { readSecureContext } from './tls-settings';
import type { TimerWheel } from '../transaction/timer-wheel';

export interface ConnectOptions {
  readonly remote: NetworkPlace;
  readonly wheel: TimerWheel;
  readonly connectMs: number;
  /** Makes it a TLS connection. */
  readonly tls?: {
    readonly settings: Partial<TlsSettings>;
    /** The name that the certificate has to be for. */
    readonly serverName: string | undefined;
  };
}

/** Opens a connection; rejects when that fails or takes too long. */
export function connect({ remote, wheel, connectMs, tls }: ConnectOptions): Promise<Socket> {
  const { host, port } = remote;
  return new Promise((resolve, reject) => {
    const socket = tls === undefined ? connectTcp({ host, port }) : connectTls({ host, port, ...tlsOptions(tls) });
    const timer = wheel.after(connectMs, () => socket.destroy(new Error('connection was not established in time')));
    const onError = (error: Error): void => {
      timer.cancel();
      reject(error);
    };
    socket.once('error', onError);
    socket.once(tls === undefined ? 'connect' : 'secureConnect', () => {
      timer.cancel();
      socket.off('error', onError);
      resolve(socket);
    });
  });
}

function tlsOptions({ settings, serverName }: NonNullable<ConnectOptions['tls']>): Parameters<typeof connectTls>[1] {
  const { certFile, keyFile, verifyServer = true } = settings;
  const ownCertificate =
    certFile === undefined || keyFile === undefined ? {} : readSecureContext({ ...settings, certFile, keyFile });
  return {
    ...ownCertificate,
    rejectUnauthorized: verifyServer,
    ...(serverName === undefined ? {} : { servername: serverName }),
  };
}
