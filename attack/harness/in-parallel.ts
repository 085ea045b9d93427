/** Runs an action repeatedly with limited concurrency; ends with the first failure. */
export async function inParallel(
  count: number,
  atATime: number,
  action: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) await action(index);
  };
  await Promise.all(Array.from({ length: atATime }, work));
}
