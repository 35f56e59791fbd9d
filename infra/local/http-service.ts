import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

export type HttpService = { port: number; url: string; close: () => Promise<void> }

/** How long requests in flight may still take when the service closes. */
const graceMilliseconds = 1000

/** A busy client must not find that its idle connection was closed; Node's default of 5 seconds is too short. */
const keepAliveMilliseconds = 75_000

/** Listens on this machine only; port 0 uses a free one. */
export function listen(server: Server, port: number): Promise<HttpService> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpService>()
  server.keepAliveTimeout = keepAliveMilliseconds
  server.once('error', reject)
  server.listen({ port, host: '127.0.0.1' }, () => {
    const address = server.address()
    const bound = typeof address === 'object' && address ? address.port : port
    resolve({ port: bound, url: `http://127.0.0.1:${bound}`, close: () => close(server) })
  })
  return promise
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const grace = new AbortController()
  await Promise.race([closed, wait(graceMilliseconds, undefined, { signal: grace.signal })])
  grace.abort()
  server.closeAllConnections()
  await closed
}
