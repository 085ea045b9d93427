import type { BridgeSnapshot } from './bridge-snapshot';
import type { TransferProgress, TransferRequest } from '../transfer/transfer';

/** A bridge of another node, for which a stand-in is here. */
export interface FarBridge {
  /** As that node shows it; undefined until it has told. */
  readonly snapshot: () => BridgeSnapshot | undefined;
  /** Carries out, over there, a transfer that a channel of this node asks for. */
  readonly transferBlindly: (request: TransferRequest) => Promise<TransferProgress>;
}
