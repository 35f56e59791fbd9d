import type { IncomingMessage } from 'node:http'

/** Returns the request's body, or undefined if it is longer than `limit` bytes; the rest isn't read. */
export async function readBody(
  request: IncomingMessage,
  limit: number,
): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return undefined
  const chunks: Uint8Array[] = []
  let length = 0
  // Otherwise, leaving the loop would destroy the socket before the error is sent.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk)
    length += chunk.length
    if (length > limit) return undefined
  }
  return Buffer.concat(chunks)
}
