import type { IncomingHttpHeaders } from 'node:http'

/** What says who refused, and why: none of them carries credentials. The most telling first. */
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
/** Of names and values together. */
const maxBytes = 512

/** The start of a few headers of a response, in plain ASCII, at most 512 bytes together. */
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

/** Control characters, and letters that can pass for others, are shown as question marks. */
function plain(value: string | string[] | undefined): string {
  return String(value ?? '')
    .slice(0, maxValueLength)
    .replace(/[^ -~]/g, '?')
    .trim()
}
