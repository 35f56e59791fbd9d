import { createServer } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod'

// Webhook receivers in a thread of their own, so that they take no time from what is measured.

const { count } = z.object({ count: z.int() }).parse(workerData)
const address = z.object({ port: z.int() })
const event = z.object({ id: z.string(), createdAt: z.string() })

/** Answers 204 at once; `/hang` never answers. Tells of each event when it came and how old it was. */
const servers = Array.from({ length: count }, () =>
  createServer(async (request, response) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { id, createdAt } = event.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')))
    const delayMs = Date.now() - new Date(createdAt).getTime()
    parentPort?.postMessage({ kind: 'received', id, path: request.url, delayMs })
    if (request.url !== '/hang') response.writeHead(204).end()
  }),
)
const ports = await Promise.all(
  servers.map(
    (server) =>
      new Promise<number>((listening) => {
        server.listen(0, '127.0.0.1', () => listening(address.parse(server.address()).port))
      }),
  ),
)
parentPort?.postMessage({ kind: 'ready', ports })
