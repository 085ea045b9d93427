import { readFileSync } from 'node:fs';
import type { SecureContextOptions } from 'node:tls';

/** Certificates by file name, and trusted authorities. */
export interface TlsSettings {
  readonly certFile: string;
  readonly keyFile: string;
  /** Authorities that the certificates of peers are checked against; those of the system, when absent. */
  readonly caFile?: string;
  /** Whether clients have to show a certificate. */
  readonly requireClientCertificate?: boolean;
  /** Whether servers that we connect to have to prove who they are; they do, when absent. */
  readonly verifyServer?: boolean;
  readonly ciphers?: string;
  readonly minVersion?: 'TLSv1.2' | 'TLSv1.3';
}

/** Reads the files as they are now. Throws where one cannot be read. */
export function readSecureContext({
  certFile,
  keyFile,
  caFile,
  ciphers,
  minVersion,
}: TlsSettings): SecureContextOptions {
  return {
    cert: readFileSync(certFile),
    key: readFileSync(keyFile),
    minVersion: minVersion ?? 'TLSv1.2',
    ...(caFile === undefined ? {} : { ca: readFileSync(caFile) }),
    ...(ciphers === undefined ? {} : { ciphers }),
  };
}
