import type { MaybePromise } from '../dialing/calls';
import type { CreateDeps, CreateOutcome, CreateRequest } from './create-channel';
import { createChannel } from './create-channel';
import type { DialDeps, DialOutcome, DialRequest } from './dial-channel';
import { dialChannel } from './dial-channel';
import type { ExternalMediaDeps, ExternalMediaOutcome, ExternalMediaRequest } from './external-media';
import { startExternalMedia } from './external-media';
import type { OriginateDeps, OriginateOutcome, OriginateRequest } from './originate';
import { originate } from './originate';
import type { RedirectOutcome, RedirectRequest } from './redirect-channel';
import { redirectChannel } from './redirect-channel';

export type CallUseCasesDeps = OriginateDeps & CreateDeps & DialDeps & ExternalMediaDeps;

/**
 * What can be done with calls from outside the engine, whatever door is used. Requests are plain data, and what becomes
 * of them is a value: a door only puts it into its own words.
 */
export class CallUseCases {
  constructor(private readonly deps: CallUseCasesDeps) {}

  originate(request: OriginateRequest): MaybePromise<OriginateOutcome> {
    return originate(request, this.deps);
  }

  create(request: CreateRequest): MaybePromise<CreateOutcome> {
    return createChannel(request, this.deps);
  }

  dial(request: DialRequest): DialOutcome {
    return dialChannel(request, this.deps);
  }

  redirect(request: RedirectRequest): RedirectOutcome {
    return redirectChannel(request, this.deps);
  }

  externalMedia(request: ExternalMediaRequest): MaybePromise<ExternalMediaOutcome> {
    return startExternalMedia(request, this.deps);
  }
}
