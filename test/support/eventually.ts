/** Milliseconds; far longer than anything takes on the busiest machine: what has not come by then will not come. */
const timeoutMs = 60_000;

/** The result, unless it takes far too long. */
export async function within<Result>(promise: Promise<Result>, complaint: () => string): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(complaint())), timeoutMs);
  });
  try {
    return await Promise.race([promise, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves when it is so; for facts that nobody reports. */
export async function eventually(isSo: () => boolean | Promise<boolean>, complaint: () => string): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(complaint());
    await new Promise(setImmediate);
  }
}
