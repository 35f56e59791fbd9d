import type { IncomingHttpHeaders } from 'node:http'

/** Headers that identify who refused, and why, the most informative first. None of them carries credentials. */
const keptNames = [
  'content-type',
  'retry-after',
  'location',
  'www-authenticate',
  'allow',
  'server',
  'via',
  'cf-ray',
  'x-request-id',
  'x-cache',
  'content-length',
  'date',
] as const

const maxValueLength = 120
/** Names and values together. */
const maxBytes = 512

/** The beginnings of a few response headers, in plain ASCII, at most 512 bytes together. */
export function keptHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const kept: Record<string, string> = {}
  let bytes = 0
  for (const name of keptNames) {
    const value = plain(headers[name])
    if (value === '' || bytes + name.length + value.length > maxBytes) continue
    kept[name] = value
    bytes += name.length + value.length
  }
  return kept
}

/** Replaces control characters, and letters that resemble others, with question marks. */
function plain(value: string | string[] | undefined): string {
  return String(value ?? '')
    .slice(0, maxValueLength)
    .replace(/[^ -~]/g, '?')
    .trim()
}
