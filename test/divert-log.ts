/**
 * Functions write their log straight to the process's output, as Lambda wants it. In tests its lines go to the console,
 * which Vitest shows only for tests that fail.
 */
for (const stream of [process.stdout, process.stderr]) {
  const { write } = stream
  // One process may run many files of tests, and this before each.
  if (write.name === 'divert') continue
  const divert: typeof write = (...call: unknown[]) => {
    const [chunk] = call
    if (!String(chunk).startsWith('{"level":')) return Reflect.apply(write, stream, call)
    console.log(String(chunk).trimEnd())
    return true
  }
  stream.write = divert
}
