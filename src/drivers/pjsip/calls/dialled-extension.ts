import type { GlobalConfig } from '../../../config/pjsip/global-options';
import { emergencyService } from '../../../sip/message/uri/service-urn';
import type { Uri } from '../../../sip/message/uri/uri';
import { numberOf } from './incoming-parties';

/** What a request asks for, as an extension; phones write options behind a semicolon. Emergency services have their names. */
export function dialledExtension(uri: Uri, { ignoresUserOptions }: Pick<GlobalConfig, 'ignoresUserOptions'>): string {
  if (uri.kind === 'opaque') return emergencyService(uri.toString()) ?? 's';
  const user = numberOf(uri);
  return (ignoresUserOptions ? user.split(';')[0] : user) || 's';
}
