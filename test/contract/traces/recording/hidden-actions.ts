import type { ActionStep, HiddenAction, RequestStep, ResponseStep, Step, Trace } from './trace';

/** Writes out what the recorder must have done: its notes announce some of it, and effects without a cause the rest. */
export function withHiddenActions(trace: Trace): Trace {
  const finder = new ActionFinder(trace.steps);
  return {
    ...trace,
    steps: trace.steps.flatMap((step, place) => {
      const { before, after } = finder.look(step, place);
      const at = (action: HiddenAction): ActionStep => ({ kind: 'action', ms: step.ms, action });
      return [...before.map(at), step, ...after.map(at)];
    }),
  };
}

interface Found {
  readonly before: readonly HiddenAction[];
  readonly after: readonly HiddenAction[];
}

const nothing: Found = { before: [], after: [] };
const before = (...actions: readonly HiddenAction[]): Found => ({ before: actions, after: [] });
const after = (...actions: readonly HiddenAction[]): Found => ({ before: [], after: actions });

/** Reads a trace from its first step to its last. */
class ActionFinder {
  /** Whether the files are as the recordings began with them. */
  #isChanged = false;
  /** Whether the reloads that come now belong to a change that was announced. */
  #isAnnounced = false;
  #isSwitchedOff = false;
  #isPersistent = false;
  readonly #reloaded: string[] = [];
  readonly #answers: ReadonlyMap<number, ResponseStep>;
  /** The socket that audio goes through, and whether the server has opened it. */
  #media: { readonly ws: string; readonly isAccepted: boolean } | undefined;
  readonly #acceptedApplications = new Set<string>();

  constructor(private readonly steps: readonly Step[]) {
    this.#answers = new Map(steps.filter((step) => step.kind === 'response').map((step) => [step.n, step]));
  }

  look(step: Step, place: number): Found {
    switch (step.kind) {
      case 'note':
        return this.#lookAtNote(step.text, this.steps[place + 1]);
      case 'config':
        this.#announce();
        this.#isPersistent ||= Object.values(step.files).flat().includes('connection_type=persistent');
        return nothing;
      case 'request':
        return this.#lookAtRequest(step);
      case 'ws-connect':
        if (step.uri.startsWith('/media')) this.#media = { ws: step.ws, isAccepted: false };
        return nothing;
      case 'ws-accept':
        if (step.role === 'media') this.#media = { ws: step.ws, isAccepted: true };
        else this.#acceptedApplications.add(step.ws);
        return nothing;
      case 'ws-closed': {
        const isDropped = this.#acceptedApplications.has(step.ws) && this.steps[place - 1]?.kind === 'note';
        return isDropped ? before({ do: 'close-socket', ws: step.ws }) : nothing;
      }
      case 'ws-close':
      case 'ws-abort':
        if (step.ws === this.#media?.ws) this.#media = undefined;
        return nothing;
      case 'event':
        return this.#lookAtEvent(step.event);
      default:
        return nothing;
    }
  }

  #lookAtNote(text: string, next: Step | undefined): Found {
    const options = optionsIn(text);
    if (options !== undefined && next?.kind === 'request' && reloadOf(next) !== undefined) {
      this.#announce();
      this.#isSwitchedOff = options['enabled'] === 'no';
      return after({ do: 'set-options', options });
    }
    if (/\b(no server|nobody)( is)? listening\b/.test(text)) return after({ do: 'stop-media-server' });
    const [, frames, bytes] = /^sending .* in (\d+) frames of (\d+)$/.exec(text) ?? [];
    if (frames !== undefined && this.#media !== undefined)
      return after({ do: 'send-audio', ws: this.#media.ws, frames: Number(frames), bytes: Number(bytes) });
    const name = next?.kind === 'request' ? new URL(next.target, 'http://x').searchParams.get('name') : null;
    if (/directory part is an existing file/.test(text) && name !== null)
      return after({ do: 'block-folder', name: name.replace(/\/.*/, '') });
    return nothing;
  }

  #lookAtRequest(step: RequestStep): Found {
    const module = reloadOf(step);
    if (module !== undefined) {
      this.#reloaded.push(module);
      if (this.#isAnnounced || !this.#isChanged) return nothing;
      // Nothing new was announced, and still there is something to reload: the files are back.
      this.#isChanged = false;
      return before({ do: 'restore-files' });
    }
    this.#isAnnounced = false;
    const answer = this.#answers.get(step.n);
    if (!this.#isSwitchedOff || answer?.status === undefined || answer.status >= 400) return nothing;
    this.#isSwitchedOff = false;
    this.#isChanged = false;
    return before({ do: 'restore-and-restart' });
  }

  #lookAtEvent(event: Readonly<Record<string, unknown>>): Found {
    if (event['type'] === 'ApplicationUnregistered' && this.#isChanged && this.#isPersistent) {
      this.#isChanged = false;
      return before({ do: 'restore-and-reload', modules: [...new Set(this.#reloaded)] });
    }
    // The far end has closed the socket (1001), and no step says so: it was the recorder's server.
    if (event['type'] === 'ChannelHangupRequest' && event['tech_cause'] === 1001 && this.#media?.isAccepted === true) {
      const { ws } = this.#media;
      this.#media = undefined;
      return before({ do: event['cause'] === 16 ? 'close-socket' : 'abort-socket', ws });
    }
    return nothing;
  }

  #announce(): void {
    this.#isChanged = true;
    this.#isAnnounced = true;
  }
}

/** The module that a request reloads. */
function reloadOf({ method, target }: RequestStep): string | undefined {
  return method === 'PUT' ? /\/modules\/([^/?]+)$/.exec(target)?.[1] : undefined;
}

/** `a=1 and b=2`, also with the file in front; `no a` takes an option out. */
function optionsIn(text: string): Readonly<Record<string, string | null>> | undefined {
  const [, gone] = /^no ([a-z_]+)$/.exec(text) ?? [];
  if (gone !== undefined) return { [gone]: null };
  const pairs = text.replace(/^ari\.conf \[general\] now has /, '').split(' and ');
  const read = pairs.map((pair) => /^([a-z_]+)=(\S*)$/.exec(pair));
  return read.includes(null)
    ? undefined
    : Object.fromEntries(read.map((match) => [match?.[1] ?? '', match?.[2] ?? '']));
}
