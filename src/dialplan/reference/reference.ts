/** What people have to know of an application. Texts are Markdown. */
export interface ApplicationReference {
  readonly about: string;
  /** What stands between the parentheses, with what may be left out in brackets. */
  readonly syntax: string;
  /** What the names in the syntax do not say by themselves. */
  readonly arguments?: Texts;
  /** By their letters, with their arguments. */
  readonly options?: Texts;
  /** Variables that are set. */
  readonly results?: Texts;
}

/** What people have to know of a function. */
export interface FunctionReference {
  readonly about: string;
  readonly syntax: string;
  readonly access: 'read' | 'write' | 'read and write';
  readonly arguments?: Texts;
}

export type Texts = Readonly<Record<string, string>>;

/** Entries that belong together, in the order in which they are explained. */
export interface ReferenceSection<Entry> {
  readonly title: string;
  readonly entries: Readonly<Record<string, Entry>>;
}

export type ApplicationSection = ReferenceSection<ApplicationReference>;
export type FunctionSection = ReferenceSection<FunctionReference>;
