import type { BridgeTechnologies } from '../../engine/calls/bridge/bridge-technology';
import { ProvidedNames } from '../../shared/module-use/provided-names';
import type { StoreKind } from '../settings/object-types';
import { bringersOf } from './catalogue';

/** What calls ask for by name and only running modules provide. */
export interface Provisions {
  readonly bridgeTechnologies: BridgeTechnologies;
  /** By the names of formats. */
  readonly codecs: ProvidedNames;
  /** By the endings of files. */
  readonly fileFormats: ProvidedNames;
  /** Kinds of stores of configuration objects. */
  readonly objectStores: ProvidedNames<StoreKind>;
}

/** Nothing is provided before modules run. */
export function makeProvisions(): Provisions {
  return {
    bridgeTechnologies: new ProvidedNames(bringersOf('bridgeTechnologies')),
    codecs: new ProvidedNames(bringersOf('codecs')),
    fileFormats: new ProvidedNames(bringersOf('fileFormats')),
    objectStores: new ProvidedNames(bringersOf('objectStores')),
  };
}
