/**
 * Awaits several starts. If one fails, its error is thrown only after the others have settled, so that shutdown knows
 * everything that was started.
 */
export async function allStarted<Starts extends readonly unknown[]>(
  starts: readonly [...Starts],
): Promise<{ -readonly [Index in keyof Starts]: Awaited<Starts[Index]> }> {
  await Promise.allSettled(starts)
  return Promise.all(starts)
}
