import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConnectionOptions } from 'node:tls';
import type { WebsocketClientConfig } from '../../config/server-config';
import { isIP } from '../../shared/network/ip-version';

type TlsConfig = WebsocketClientConfig['tls'];

/** TLS options for connecting to this host. Files are read each time: certificates are renewed while we run. */
export async function tlsOptions(tls: TlsConfig, host: string): Promise<ConnectionOptions> {
  const ca = await authorities(tls);
  return {
    host,
    // The server name to send; addresses are not allowed (RFC 6066 §3).
    ...(isIP(host) === 0 ? { servername: host } : {}),
    // Without any, Node's built-in certificates are trusted.
    ...(tls.caFile === '' && tls.caPath === '' ? {} : { ca }),
    ...(await identity(tls)),
    rejectUnauthorized: tls.verifyCertificate,
    ...(tls.verifyHostname ? {} : { checkServerIdentity: () => undefined }),
  };
}

async function identity({ certificateFile, privateKeyFile }: TlsConfig): Promise<ConnectionOptions> {
  if (certificateFile === '') return {};
  // Both are often kept in one file.
  const keyFile = privateKeyFile === '' ? certificateFile : privateKeyFile;
  return { cert: await readFile(certificateFile), key: await readFile(keyFile) };
}

async function authorities({ caFile, caPath }: TlsConfig): Promise<string[]> {
  const named = caFile === '' ? [] : [await readFile(caFile, 'utf8')];
  return [...named, ...(caPath === '' ? [] : await certificatesIn(caPath))];
}

/** Such folders also hold links, subfolders and other files: anything that is not a certificate is skipped. */
async function certificatesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  const read = await Promise.allSettled(names.map((name) => readFile(join(folder, name), 'utf8')));
  const texts = read.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  return texts.filter((text) => text.includes('-----BEGIN CERTIFICATE-----'));
}
