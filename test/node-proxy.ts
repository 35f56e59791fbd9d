import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import * as z from 'zod'

const request = z.looseObject({
  id: z.number(),
  method: z.string(),
  params: z.unknown().optional(),
})
type RpcRequest = z.infer<typeof request>

/** Undefined passes the request on to the node; `hang` leaves it open. */
export type Interception =
  | { result: unknown }
  | { error: { code: number; message: string } }
  | 'hang'
  | undefined

export type Intercept = (request: RpcRequest) => Interception | Promise<Interception>

export type NodeProxy = {
  rpcUrl: string
  /** Every request so far. */
  requests: RpcRequest[]
  /** Replaces what stands between; `undefined` lets everything pass. */
  intercept: (answer: Intercept | undefined) => void
  stop: () => Promise<void>
}

/** A JSON-RPC node in front of another: it records what it is asked, misbehaves on demand, and may falsify every answer. */
export async function startNodeProxy(
  target: string,
  { falsify = (text) => text }: { falsify?: (text: string) => string } = {},
): Promise<NodeProxy> {
  const requests: RpcRequest[] = []
  let answer: Intercept | undefined
  const server = createServer(async (incoming, outgoing) => {
    const call = request.parse(await json(incoming))
    requests.push(call)
    const interception = await answer?.(call)
    if (interception === 'hang') return
    const body = interception
      ? JSON.stringify({ jsonrpc: '2.0', id: call.id, ...interception })
      : falsify(await forward(target, call))
    outgoing.setHeader('content-type', 'application/json').end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = addressOf(server.address())
  return {
    rpcUrl: `http://127.0.0.1:${port}`,
    requests,
    intercept: (next) => {
      answer = next
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function forward(target: string, call: RpcRequest): Promise<string> {
  const response = await fetch(target, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(call),
  })
  return response.text()
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('no TCP address')
  return address
}
