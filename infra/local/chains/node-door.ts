import { createServer, request as httpRequest, type RequestListener } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { type HttpService, listen } from '../http-service.ts'
import { ownRequests } from '../own-requests.ts'
import type { NodeAddress } from './anvil-process.ts'

export type NodeDoor = HttpService & {
  /**
   * Keeps requests waiting until the returned function is called. Resolves once those on their way have their responses,
   * or after a second.
   */
  hold: () => Promise<() => void>
}

/**
 * Forwards requests that name this machine to the node. The node itself responds to any Host, and so to any page on the web
 * whose name leads here, with methods that give away coins and mine blocks.
 */
export async function openNodeDoor(port: number, node: () => NodeAddress): Promise<NodeDoor> {
  let opened: Promise<void> = Promise.resolve()
  const onTheirWay = new Set<object>()
  const forward: RequestListener = (incoming, outgoing) => {
    // Whoever asked has given up while the door was held.
    if (outgoing.destroyed) return
    const { method, url: path, headers } = incoming
    const forwarded = httpRequest({ ...node(), method, path, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.once('error', () => outgoing.destroy()).pipe(outgoing)
    })
    // Like a node that ended: whoever asks finds that out by its connection.
    forwarded.once('error', () => outgoing.destroy())
    onTheirWay.add(forwarded)
    outgoing.once('close', () => {
      onTheirWay.delete(forwarded)
      forwarded.destroy()
    })
    incoming.pipe(forwarded)
  }
  const server = createServer(
    ownRequests((incoming, outgoing) => void opened.then(() => forward(incoming, outgoing))),
  )
  return {
    ...(await listen(server, port)),
    hold: async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      opened = promise
      const deadline = performance.now() + 1_000
      while (onTheirWay.size > 0 && performance.now() < deadline) await delay(5)
      return resolve
    },
  }
}
