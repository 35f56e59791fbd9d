import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** A port that nobody else can listen on until `release`. Whoever connects to it is disconnected. */
export type HeldPort = { port: number; release: () => Promise<void> }

/** Holds the port (0: any free one); if something else has it, throws one sentence for the operator. */
export async function holdPort(port: number): Promise<HeldPort> {
  return port === 0 ? holdAnyPort() : hold(port)
}

/** A port that was free a moment ago, for whoever listens at once: any process can still take it. */
export async function freePort(port: number): Promise<number> {
  const held = await holdPort(port)
  await held.release()
  return held.port
}

/**
 * Linux, macOS and Windows by default give no port below 32,768 to an outgoing connection, or to a server that listens
 * on port 0. What was free there a moment ago still is, unless somebody wants that very port.
 */
async function holdAnyPort(): Promise<HeldPort> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const held = await hold(randomInt(15_000, 32_768)).catch(() => undefined)
    if (held) return held
  }
  return hold(0)
}

function hold(port: number): Promise<HeldPort> {
  const { promise, resolve, reject } = Promise.withResolvers<HeldPort>()
  const server = createServer((socket) => socket.resetAndDestroy())
  const release = () => new Promise<void>((released) => server.close(() => released()))
  server.once('error', (cause) =>
    reject(new Error(`Port ${port} on 127.0.0.1 is in use or not allowed.`, { cause })),
  )
  server.listen(port, '127.0.0.1', () => {
    const address = server.address()
    resolve({ port: typeof address === 'object' && address ? address.port : port, release })
  })
  server.unref()
  return promise
}
