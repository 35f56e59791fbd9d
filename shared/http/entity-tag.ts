import { createHash } from 'node:crypto'
import type { HttpResponse } from './http-message.ts'

export function entityTag(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
}

/** Whether `If-None-Match` contains the tag. A proxy that compresses the response weakens the tag. */
export function isKnownTag(knownTag: string | undefined, tag: string): boolean {
  return knownTag?.replace(/^W\//, '') === tag
}

/** A response that callers may keep: without its body if they have it already. */
export function revalidated(
  response: HttpResponse,
  { knownTag, cacheControl }: { knownTag: string | undefined; cacheControl: string },
): HttpResponse {
  const tag = entityTag(response.body)
  const headers = { ...response.headers, 'Cache-Control': cacheControl, ETag: tag }
  return isKnownTag(knownTag, tag)
    ? { statusCode: 304, headers, body: '' }
    : { ...response, headers }
}
