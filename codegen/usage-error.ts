/** A usage error of the generator: reported in one sentence, without a stack. */
export class UsageError extends Error {}
