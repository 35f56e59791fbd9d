/**
 * Starts several things at once. Where one fails, the others are awaited before its error is thrown, so that all of
 * them are known to whoever ends what was started.
 */
export async function allStarted<Starts extends readonly unknown[]>(
  starts: readonly [...Starts],
): Promise<{ -readonly [Index in keyof Starts]: Awaited<Starts[Index]> }> {
  await Promise.allSettled(starts)
  return Promise.all(starts)
}
