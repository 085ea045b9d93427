import { bool, hostAndPort, path, text } from '../../reader/option-parsers';
import { one } from '../../reader/section-schema';

/** The options of a listener that encrypts. Relative paths count from the folder. */
export function tlsOptions(folder: string) {
  return {
    tlsEnabled: one(['tlsenable', 'sslenable'], bool, false),
    tlsBind: one<{ host: string; port: number | undefined } | undefined>(
      ['tlsbindaddr', 'sslbindaddr'],
      hostAndPort,
      undefined,
    ),
    tlsCertificate: one(['tlscertfile', 'tlscert', 'sslcert'], path(folder), ''),
    tlsKey: one(['tlsprivatekey', 'sslprivatekey'], path(folder), ''),
    tlsCiphers: one<string | undefined>(['tlscipher', 'sslcipher'], text, undefined),
  };
}

/** Options of existing configurations that concern connections of a client, and have no effect on a listener. */
export const unusedTlsOptions = [
  ...['tlscafile', 'tlscapath', 'tlscadir', 'tlsdontverifyserver', 'tlsclientmethod', 'sslclientmethod'],
];
