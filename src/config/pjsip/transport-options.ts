import { hostAndPort, network, path } from '../reader/option-parsers';
import type { Parser } from '../reader/option-parsers';
import type { OptionSource, Values } from '../reader/section-schema';
import { lastEntry } from '../reader/section-schema';
import { count, flag, oneWord, option, optional, several, word } from './object-option';
import type { ObjectOption } from './object-option';
import { readObject } from './read-object';
import type { ObjectReading } from './read-object';
import { withoutEffect } from './without-effect';

export const transportProtocols = ['udp', 'tcp', 'tls', 'ws', 'wss'] as const;
export type TransportProtocol = (typeof transportProtocols)[number];

/** Versions of TLS by the names of other servers; what is below 1.2 is not offered. */
const tlsMethods = [
  'unspecified',
  'default',
  'tlsv1',
  'tlsv1_1',
  'tlsv1_2',
  'tlsv1_3',
  'sslv2',
  'sslv3',
  'sslv23',
] as const;

const networks: ObjectOption<readonly string[]> = (() => {
  const option = several('local_net', network);
  return { ...option, read: (given) => option.read(given).flatMap(({ value }) => value.map((each) => each.network)) };
})();

const file = (name: string): ObjectOption<string> => word(name);

export const transportOptions = {
  protocol: oneWord('protocol', transportProtocols, 'udp'),
  bind: option('bind', optional(hostAndPort), ''),
  externalMediaAddress: word('external_media_address'),
  externalSignalingAddress: word('external_signaling_address'),
  externalSignalingPort: count('external_signaling_port', 0),
  localNetworks: networks,
  isSymmetric: flag('symmetric_transport', 'false'),
  certificateFile: file('cert_file'),
  keyFile: file('priv_key_file'),
  caFile: file('ca_list_file'),
  ciphers: word('cipher'),
  method: oneWord('method', tlsMethods, 'unspecified'),
  verifiesClient: flag('verify_client', 'No'),
  requiresClientCertificate: flag('require_client_cert', 'No'),
  verifiesServer: flag('verify_server', 'No'),
};

export interface TransportTls {
  readonly certificateFile: string;
  readonly keyFile: string;
  readonly caFile: string | undefined;
  readonly ciphers: string | undefined;
  readonly minVersion: 'TLSv1.2' | 'TLSv1.3';
  readonly requiresClientCertificate: boolean;
  readonly verifiesServer: boolean;
}

/** Where SIP messages come in. Websockets come in at the HTTP listener, and have no address of their own. */
export interface TransportConfig extends Pick<
  Values<typeof transportOptions>,
  | 'protocol'
  | 'externalMediaAddress'
  | 'externalSignalingAddress'
  | 'externalSignalingPort'
  | 'localNetworks'
  | 'isSymmetric'
> {
  readonly id: string;
  /** `pjsip.conf:12`, for messages about it. */
  readonly place: string;
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  readonly tls: TransportTls | undefined;
}

export function readTransport(section: OptionSource, reading: ObjectReading): TransportConfig {
  const values = readObject(transportOptions, section, { reading, unused: withoutEffect.transport });
  const { protocol, bind, externalMediaAddress, externalSignalingAddress, externalSignalingPort } = values;
  const hasListener = protocol !== 'ws' && protocol !== 'wss';
  if (hasListener && bind === undefined)
    reading.findings.problem(
      lastEntry(section, 'bind'),
      `[${section.name}] has no bind`,
      'add bind = 127.0.0.1, or 0.0.0.0 for other machines',
    );
  return {
    id: section.name,
    protocol,
    externalMediaAddress,
    externalSignalingAddress,
    externalSignalingPort,
    place: section.line === undefined ? section.file : `${section.file}:${section.line}`,
    localNetworks: values.localNetworks,
    isSymmetric: values.isSymmetric,
    host: bind?.host ?? '127.0.0.1',
    port: bind?.port ?? (protocol === 'tls' ? 5061 : 5060),
    tls: protocol === 'tls' ? readTls(values, section, reading) : undefined,
  };
}

function readTls(values: Values<typeof transportOptions>, section: OptionSource, reading: ObjectReading): TransportTls {
  const { findings, folder, isFile } = reading;
  const files: Parser<string> = path(folder);
  const fileOf = (name: string, given: string): string => {
    const parsed = files.parse(given);
    const found = 'value' in parsed ? parsed.value : '';
    if (found !== '' && !isFile(found))
      findings.problem(
        lastEntry(section, name),
        `there is no file ${found}`,
        'give the path of a PEM file that exists',
      );
    return found;
  };
  const certificateFile = fileOf('cert_file', values.certificateFile);
  if (certificateFile === '')
    findings.problem(section, `[${section.name}] has no cert_file`, 'add cert_file = … with the path of a PEM file');
  const [keyFile, caFile] = [fileOf('priv_key_file', values.keyFile), fileOf('ca_list_file', values.caFile)];
  return {
    certificateFile,
    keyFile: keyFile === '' ? certificateFile : keyFile,
    caFile: caFile === '' ? undefined : caFile,
    ciphers: values.ciphers === '' ? undefined : values.ciphers.replaceAll(',', ':'),
    minVersion: values.method === 'tlsv1_3' ? 'TLSv1.3' : 'TLSv1.2',
    // Who is to be verified has to show something that can be.
    requiresClientCertificate: values.requiresClientCertificate || values.verifiesClient,
    verifiesServer: values.verifiesServer,
  };
}
