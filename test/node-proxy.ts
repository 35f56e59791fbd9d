import * as z from 'zod'
import { askNode, serveRpc } from './local-rpc.ts'

const request = z.looseObject({
  id: z.number(),
  method: z.string(),
  params: z.unknown().optional(),
})
type RpcRequest = z.infer<typeof request>

/** Undefined forwards the request to the node; `hang` doesn't respond until the interceptor is replaced, and fails then. */
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
  /** Replaces the interceptor; `undefined` removes it. */
  intercept: (response: Intercept | undefined) => void
  /** Replaces what changes every response. */
  falsify: (next: (text: string) => string) => void
  stop: () => void
}

/** A JSON-RPC proxy that records requests, fails on demand, and may falsify every response. */
export function startNodeProxy(
  target: string,
  { falsify = (text) => text }: { falsify?: (text: string) => string } = {},
): NodeProxy {
  let falsified = falsify
  const requests: RpcRequest[] = []
  let response: Intercept | undefined
  let hanging = hangingUntilClosed()
  const { rpcUrl, close } = serveRpc(async (body) => {
    const call = request.parse(JSON.parse(body))
    requests.push(call)
    const interception = await response?.(call)
    if (interception === 'hang') return hanging.response
    if (interception) return JSON.stringify({ jsonrpc: '2.0', id: call.id, ...interception })
    return falsified(await askNode(target, body))
  })
  return {
    rpcUrl,
    requests,
    intercept: (next) => {
      response = next
      hanging.close()
      hanging = hangingUntilClosed()
    },
    falsify: (next) => {
      falsified = next
    },
    stop: () => {
      // Whoever still waits, such as a process that a test has killed, keeps everything that it knows.
      hanging.close()
      requests.length = 0
      close()
    },
  }
}

function hangingUntilClosed(): { response: Promise<never>; close: () => void } {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => undefined)
  return { response: promise, close: () => reject(new Error('the connection was closed')) }
}
