import type { IncomingMessage } from 'node:http'

/** The request's body, or undefined where it is longer than `limit` bytes (the rest is not read). */
export async function readBody(
  request: IncomingMessage,
  limit: number,
): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return undefined
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop would otherwise destroy the socket before the refusal is sent.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk)
    length += chunk.length
    if (length > limit) return undefined
  }
  return Buffer.concat(chunks)
}
