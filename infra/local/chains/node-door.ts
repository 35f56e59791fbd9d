import { createServer, request as httpRequest } from 'node:http'
import { type HttpService, listen } from '../http-service.ts'
import { ownRequests } from '../own-requests.ts'
import type { NodeAddress } from './anvil-process.ts'

/**
 * Forwards requests that name this machine to the node. The node itself responds to any Host, and so to any page on the web
 * whose name leads here, with methods that give away coins and mine blocks.
 */
export function openNodeDoor(port: number, node: () => NodeAddress): Promise<HttpService> {
  const server = createServer(
    ownRequests((incoming, outgoing) => {
      const { method, url: path, headers } = incoming
      const forwarded = httpRequest({ ...node(), method, path, headers }, (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        response.once('error', () => outgoing.destroy()).pipe(outgoing)
      })
      // Like a node that ended: whoever asks finds that out by its connection.
      forwarded.once('error', () => outgoing.destroy())
      outgoing.once('close', () => forwarded.destroy())
      incoming.pipe(forwarded)
    }),
  )
  return listen(server, port)
}
