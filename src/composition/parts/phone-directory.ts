import { notifyEndpoint } from '../../drivers/pjsip/endpoint-notify';
import type { PhoneContact, PhoneDirectory } from '../../manager/phone-directory';
import type { Engine } from './engine';
import type { SipParts } from './sip';

export interface PhoneDirectoryDeps {
  readonly engine: Pick<Engine, 'endpoints' | 'devices'>;
  readonly sip: Pick<SipParts, 'driver'>;
  readonly channelName: (id: string) => string | undefined;
}

/** The phones as the manager interface and the terminal show them. Without SIP there are none. */
export function phoneDirectory({ engine, sip, channelName }: PhoneDirectoryDeps): PhoneDirectory {
  const config = () => sip.driver.service?.directory.config;
  const contacts = (): readonly PhoneContact[] => {
    const known = sip.driver.service?.contacts;
    return (known?.all() ?? []).map((contact) => {
      const { aor, uri, userAgent, expiresAt } = contact;
      const health = known?.healthOf(contact);
      return {
        aor,
        uri,
        userAgent,
        expiresAt,
        status: health?.status ?? 'NonQualified',
        roundTripMicroseconds: health?.roundTripMicroseconds ?? 0,
      };
    });
  };
  const urisOf = (aors: readonly string[]): readonly string[] =>
    contacts()
      .filter(({ aor }) => aors.includes(aor))
      .map(({ uri }) => uri);
  return {
    contacts,
    endpoints: () =>
      (config()?.endpoints ?? []).map(({ id, transport, context, aors, auths, outboundAuths }) => ({
        name: id,
        transport: transport ?? '',
        context,
        aors,
        auths,
        outboundAuths,
        contacts: urisOf(aors),
        deviceState: engine.devices.stateOf(`PJSIP/${id}`),
        channels: (engine.endpoints.get('PJSIP', id)?.channelIds ?? []).flatMap(
          (channel) => channelName(channel) ?? [],
        ),
      })),
    aors: () =>
      (config()?.aors ?? []).map(({ id, maxContacts }) => ({ name: id, maxContacts, contacts: urisOf([id]) })),
    qualify: (endpoint) => sip.driver.service?.qualify(endpoint) ?? false,
    notify: (target, fields) => {
      const { service } = sip.driver;
      return service === undefined ? 'the module chan_pjsip is not loaded' : notifyEndpoint(target, fields, service);
    },
    registrations: () => {
      const states = sip.driver.service?.registrations.states;
      return (config()?.registrations ?? []).map(({ id, serverUri, clientUri }) => ({
        name: id,
        serverUri,
        clientUri,
        state: states?.get(id) ?? 'Unregistered',
      }));
    },
  };
}
