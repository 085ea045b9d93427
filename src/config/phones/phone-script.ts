/** One step of what a simulated phone does in a call. Times are milliseconds. */
export type PhoneStep =
  /** Without a time it rings until the caller gives up, or until it is told otherwise. */
  | { readonly do: 'ring'; readonly milliseconds: number | undefined }
  | { readonly do: 'answer' | 'progress' | 'busy' | 'reject' | 'hold' | 'resume' | 'hangup' }
  | { readonly do: 'wait'; readonly milliseconds: number }
  | { readonly do: 'press'; readonly digits: string }
  | { readonly do: 'play' | 'hear'; readonly sound: string }
  | { readonly do: 'text'; readonly text: string }
  | { readonly do: 'transfer'; readonly extension: string };

type Word = PhoneStep['do'];

export type ReadScript =
  | { readonly steps: readonly PhoneStep[] }
  /** What is wrong, and what is allowed instead. */
  | { readonly problem: string };

const maxSteps = 200;
const maxSeconds = 86_400;
const simple: ReadonlySet<string> = new Set<Word>(['answer', 'progress', 'busy', 'reject', 'hold', 'resume', 'hangup']);

/** Reads `ring 2, answer, press 1#`. Steps are separated by commas; a comma inside quotes belongs to the text. */
export function readPhoneScript(script: string): ReadScript {
  const texts = splitSteps(script);
  if (texts.length > maxSteps) return { problem: `a script has at most ${maxSteps} steps, got ${texts.length}` };
  const steps: PhoneStep[] = [];
  for (const text of texts) {
    const step = readStep(text);
    if (typeof step === 'string') return { problem: step };
    steps.push(step);
  }
  return { steps };
}

/** The script that reads as these steps. */
export function writePhoneScript(steps: readonly PhoneStep[]): string {
  return steps.map(writeStep).join(', ');
}

function splitSteps(script: string): readonly string[] {
  return (script.match(/(?:"[^"]*"|[^,"])+/g) ?? []).map((text) => text.trim()).filter((text) => text !== '');
}

/** A text says what is wrong. */
function readStep(text: string): PhoneStep | string {
  const [, word = '', rest = ''] = /^(\S+)\s*([\s\S]*)$/.exec(text) ?? [];
  const value = /^"[^"]*"$/.test(rest) ? rest.slice(1, -1) : rest;
  const name = word.toLowerCase();
  if (name === 'hang' && value.toLowerCase() === 'up') return { do: 'hangup' };
  if (simple.has(name))
    return value === '' ? ({ do: name } as PhoneStep) : `the step '${name}' takes no value, got '${value}'`;
  const read = readers[name];
  if (read === undefined) return `unknown step '${word}': use ${[...simple, ...Object.keys(readers)].join(', ')}`;
  return read(value);
}

const readers: Readonly<Record<string, (value: string) => PhoneStep | string>> = {
  ring: (value) => {
    const milliseconds = value === '' ? undefined : readSeconds(value);
    return Number.isNaN(milliseconds) ? secondsProblem('ring', value) : { do: 'ring', milliseconds };
  },
  wait: (value) => {
    const milliseconds = readSeconds(value);
    return Number.isNaN(milliseconds) ? secondsProblem('wait', value) : { do: 'wait', milliseconds };
  },
  press: (value) =>
    /^[0-9A-D*#]{1,64}$/i.test(value)
      ? { do: 'press', digits: value.toUpperCase() }
      : `the step 'press' needs digits: 0 to 9, A to D, * and #, got '${value}'`,
  play: (value) => (value === '' ? "the step 'play' needs the name of a sound" : { do: 'play', sound: value }),
  hear: (value) => (value === '' ? "the step 'hear' needs the name of a sound" : { do: 'hear', sound: value }),
  text: (value) => (value === '' ? "the step 'text' needs a text" : { do: 'text', text: value }),
  transfer: (value) => (value === '' ? "the step 'transfer' needs an extension" : { do: 'transfer', extension: value }),
};

/** In milliseconds; NaN when it is not a time. */
function readSeconds(value: string): number {
  const seconds = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  return seconds > maxSeconds ? Number.NaN : Math.round(seconds * 1000);
}

function secondsProblem(step: Word, value: string): string {
  return `the step '${step}' needs seconds, at most ${maxSeconds}, got '${value}'`;
}

function writeStep(step: PhoneStep): string {
  switch (step.do) {
    case 'ring':
      return step.milliseconds === undefined ? 'ring' : `ring ${step.milliseconds / 1000}`;
    case 'wait':
      return `wait ${step.milliseconds / 1000}`;
    case 'press':
      return `press ${step.digits}`;
    case 'play':
    case 'hear':
      return `${step.do} ${quoted(step.sound)}`;
    case 'text':
      return `text ${quoted(step.text)}`;
    case 'transfer':
      return `transfer ${quoted(step.extension)}`;
    default:
      return step.do;
  }
}

function quoted(text: string): string {
  return text.includes(',') ? `"${text}"` : text;
}
