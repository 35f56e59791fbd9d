import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Server } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod'

// Webhook receivers in a separate thread, so that they don't slow down what is measured.

const { count, tls } = z
  .object({ count: z.int(), tls: z.object({ key: z.string(), certificate: z.string() }) })
  .parse(workerData)
const address = z.object({ port: z.int() })
const event = z.object({ id: z.string(), createdAt: z.string() })

/** Responds 204 immediately; `/hang` never responds. Reports each event's arrival and age. */
async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { id, createdAt } = event.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')))
  const delayMs = Date.now() - new Date(createdAt).getTime()
  parentPort?.postMessage({ kind: 'received', id, path: request.url, delayMs })
  if (request.url !== '/hang') response.writeHead(204).end()
}

function listening(server: Server): Promise<number> {
  return new Promise((ready) => {
    server.listen(0, '127.0.0.1', () => ready(address.parse(server.address()).port))
  })
}

const ports = await Promise.all(
  Array.from({ length: count }, () => listening(createServer(receive))),
)
const tlsPort = await listening(createTlsServer({ key: tls.key, cert: tls.certificate }, receive))
parentPort?.postMessage({ kind: 'ready', ports, tlsPort })
