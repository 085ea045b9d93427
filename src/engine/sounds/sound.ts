export interface SoundFormat {
  /** `en` */
  readonly language: string;
  /** Name of the codec: `slin`, `ulaw`. */
  readonly format: string;
}

/** A recorded prompt, in however many languages and formats it is installed. */
export interface Sound {
  /** Its file below the folder of a language, without ending: `digits/1`. */
  readonly id: string;
  /** What is heard, in English. */
  readonly text?: string;
  /** Ordered by language, then by format; never empty. */
  readonly formats: readonly SoundFormat[];
}
