import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ApiReply, Dispatcher } from '../../../api/dispatcher';
import type { LiveSettings } from '../../door-settings';
import { endWith } from '../answers/end-with';
import { rawAnswer } from '../answers/raw-answer';
import { refusals } from '../refusals';
import { parseTarget } from './target';

export interface UpgradeGateOptions<Operations> {
  readonly dispatcher: Dispatcher<Operations>;
  readonly settings: LiveSettings;
  /** Whether the upgrade belongs to the interface, which can be switched off. */
  readonly isInterface: boolean;
}

export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Applies the checks of all requests on the listener to an upgrade, before its door handles it. */
export function upgradeGate<Operations>(options: UpgradeGateOptions<Operations>, next: UpgradeHandler): UpgradeHandler {
  return (request, socket, head) => {
    const refusal = refusalOf(request, options);
    if (refusal === undefined) {
      next(request, socket, head);
      return;
    }
    socket.on('error', () => socket.destroy());
    endWith(socket, rawAnswer(refusal, options.settings.current.style));
  };
}

function refusalOf<Operations>(
  request: IncomingMessage,
  { dispatcher, settings, isInterface }: UpgradeGateOptions<Operations>,
): ApiReply | undefined {
  const { paths, enabled, sites, addresses } = settings.current;
  const target = parseTarget(request.url ?? '/');
  if (target.isOverfull) return dispatcher.refuse(400, refusals.tooManyFields);
  if (paths?.permits(target.path, addresses.of(request)) === false) return dispatcher.refuse(403, refusals.closedPath);
  const foreign = sites.refusalOf(request.method, request.headers);
  if (foreign !== undefined) return dispatcher.refuse(403, foreign);
  return enabled || !isInterface ? undefined : dispatcher.refuse(503, refusals.interfaceOff);
}
