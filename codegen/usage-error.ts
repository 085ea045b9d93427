/** Something that whoever runs the generator got wrong: told in one sentence, without a stack. */
export class UsageError extends Error {}
