/**
 * Functions log straight to the process's output, as Lambda expects. In tests, log lines go to the console instead, which
 * Vitest shows only for failed tests.
 */
for (const stream of [process.stdout, process.stderr]) {
  const { write } = stream
  // A process runs this before each of its test files.
  if (write.name === 'toConsole') continue
  const toConsole: typeof write = (...call: unknown[]) => {
    const [chunk] = call
    if (!String(chunk).startsWith('{"level":')) return Reflect.apply(write, stream, call)
    console.log(String(chunk).trimEnd())
    return true
  }
  stream.write = toConsole
}
