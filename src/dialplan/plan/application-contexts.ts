import type { Steps } from './steps';

const prefix = 'stasis-';

/**
 * Every application has its own context, `stasis-<application>`, in which every extension leads into it. A context of
 * the dialplan takes precedence.
 */
export function withApplicationContexts(steps: Steps, isApplication: (name: string) => boolean): Steps {
  const applicationOf = (context: string): string | undefined => {
    if (!context.startsWith(prefix)) return undefined;
    const name = context.slice(prefix.length);
    return isApplication(name) ? name : undefined;
  };
  return {
    ...steps,
    step: (place, caller) => {
      const written = steps.step(place, caller);
      if (written !== undefined || place.priority !== 1 || place.extension === 'h') return written;
      const name = applicationOf(place.context);
      return name === undefined ? undefined : { application: 'Stasis', data: name };
    },
    hasExtension: (context, extension, caller) =>
      steps.hasExtension(context, extension, caller) || (extension !== 'h' && applicationOf(context) !== undefined),
  };
}
