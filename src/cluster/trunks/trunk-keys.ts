import type { TrunkLeg } from '../../engine/audio/legs/trunk-legs';
import { isTrunkKey } from '../../engine/audio/legs/trunk-legs';
import type { TrunkMessage } from './trunk-protocol';

export type KeyMessage = Extract<TrunkMessage, { readonly tell: 'reopened' | 'key' }>;

/** Keeps the keys of one end of a trunk in step with the other end. */
export class TrunkKeys {
  constructor(
    private readonly leg: TrunkLeg,
    private readonly trunk: string,
    private readonly post: (message: KeyMessage) => void,
  ) {
    leg.onReopened = () => post({ tell: 'reopened', trunk });
  }

  receive(message: KeyMessage): void {
    const { leg, trunk } = this;
    if (message.tell === 'reopened') this.post({ tell: 'key', trunk, key: leg.renewKey() });
    else if (isTrunkKey(message.key)) leg.farKeyChanged(message.key);
  }
}
