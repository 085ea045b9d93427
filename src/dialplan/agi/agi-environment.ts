import type { Channel } from '../../engine/calls/channel/channel';
import type { VariablePort } from '../../engine/calls/channel/dialplan-port';

export interface EnvironmentFacts {
  /** As the dialplan names it. */
  readonly request: string;
  readonly arguments: readonly string[];
  /** For a server: the path of its address. */
  readonly networkScript?: string | undefined;
  readonly isNetwork: boolean;
  readonly version: string;
  /** A number that identifies the session. */
  readonly threadId: number;
}

/** The block that opens an AGI conversation: who calls, and where in the dialplan. An empty line ends it. */
export function agiEnvironment(channel: Channel, facts: EnvironmentFacts, variables: VariablePort): string {
  const {
    parties: { caller },
    position: { place },
    attributes,
  } = channel;
  const item = (name: string, fallback: string): string => {
    const found = variables.read(channel, name);
    return found.outcome === 'read' && found.value !== '' ? found.value : fallback;
  };
  const fields: Readonly<Record<string, string | number>> = {
    ...(facts.isNetwork ? { network: 'yes' } : {}),
    ...(facts.networkScript ? { network_script: facts.networkScript } : {}),
    request: facts.request,
    channel: channel.name,
    language: attributes.language,
    type: channel.endpoint.technology,
    uniqueid: channel.id,
    version: facts.version,
    callerid: caller.number || 'unknown',
    calleridname: caller.name || 'unknown',
    callingpres: caller.presentation,
    callingani2: item('CALLERID(ani2)', '0'),
    callington: item('CALLERID(ton)', '0'),
    callingtns: item('CALLERID(tns)', '0'),
    dnid: item('CALLERID(dnid)', 'unknown'),
    rdnis: channel.parties.redirectedFrom ?? 'unknown',
    context: place.context,
    extension: place.extension,
    priority: place.priority,
    // Tells whether the program gets the audio, too.
    enhanced: '0.0',
    accountcode: attributes.accountCode,
    threadid: facts.threadId,
  };
  const given = facts.arguments.map((argument, index) => [`arg_${index + 1}`, argument] as const);
  const lines = [...Object.entries(fields), ...given].map(
    ([name, value]) => `agi_${name}: ${oneLine(String(value))}\n`,
  );
  return `${lines.join('')}\n`;
}

/** Values may come from callers: a line break would let them inject protocol lines. */
export function oneLine(value: string): string {
  return value.replace(/[\r\n]+/g, ' ');
}
