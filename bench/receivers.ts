import { Worker } from 'node:worker_threads'
import * as z from 'zod'
import tls from '../test/vectors/localhost-tls.json' with { type: 'json' }

const message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), ports: z.array(z.int()), tlsPort: z.int() }),
  z.object({
    kind: z.literal('received'),
    id: z.string(),
    path: z.string(),
    delayMs: z.number(),
  }),
])

type Arrival = { id: string; path: string; delayMs: number }

export type Receivers = {
  /** Base URLs. */
  urls: readonly string[]
  /** Base URL of another one with TLS, and its certificate. */
  tlsUrl: string
  certificate: string
  /** Resolves with the arrivals of these events, once all have arrived. */
  arrivals: (eventIds: readonly string[]) => Promise<readonly Arrival[]>
  stop: () => Promise<number>
}

/** Webhook receivers in a separate thread: `/` responds immediately, `/hang` never does. */
export async function startReceivers(count: number): Promise<Receivers> {
  const worker = new Worker(new URL('./receivers.worker.ts', import.meta.url), {
    workerData: { count, tls },
  })
  const arrived = new Map<string, Arrival>()
  const watchers = new Set<() => void>()
  const ready = Promise.withResolvers<{ ports: readonly number[]; tlsPort: number }>()
  worker.on('error', ready.reject)
  worker.on('message', (text: unknown) => {
    const parsed = message.parse(text)
    if (parsed.kind === 'ready') return ready.resolve(parsed)
    arrived.set(parsed.id, parsed)
    for (const watch of watchers) watch()
  })
  const { ports, tlsPort } = await ready.promise
  return {
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    tlsUrl: `https://localhost:${tlsPort}`,
    certificate: tls.certificate,
    arrivals: (eventIds) =>
      new Promise((complete) => {
        const watch = () => {
          const found = eventIds.flatMap((id) => arrived.get(id) ?? [])
          if (found.length < eventIds.length) return
          watchers.delete(watch)
          complete(found)
        }
        watchers.add(watch)
        watch()
      }),
    stop: () => worker.terminate(),
  }
}
