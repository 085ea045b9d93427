/** A failed expectation about a call, with the story of the call. */
export class PatchbayTestError extends Error {
  override readonly name = 'PatchbayTestError';

  constructor(
    message: string,
    readonly ladder: string,
  ) {
    super(ladder === '' ? message : `${message}\n\n${ladder}\n`);
  }
}
