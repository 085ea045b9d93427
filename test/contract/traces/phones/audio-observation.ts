/** What the recorder has seen of the audio that came to its phones. */
export interface AudioObservation {
  /** One of them, where it is named. */
  readonly ua: string | undefined;
  /** More packets than this many have come; undefined when none has. */
  readonly moreThan: number | undefined;
}

export function audioObservation(note: string): AudioObservation | undefined {
  const [, about = '', outcome = '', count] = /^((?:early )?RTP .*): (true|false|more than (\d+))$/.exec(note) ?? [];
  if (outcome === '') return undefined;
  const [, ua] = /^RTP reached (\S+)/.exec(about) ?? [];
  return { ua, moreThan: outcome === 'false' ? undefined : Number(count ?? 0) };
}
