import { createHash } from 'node:crypto'
import type { Mode } from '../../../kernel/mode.ts'

export const maxLogoBytes = 100_000

const signatures = [
  { contentType: 'image/png', start: '89504e470d0a1a0a' },
  { contentType: 'image/jpeg', start: 'ffd8ff' },
  // "RIFF", any length, "WEBP"
  { contentType: 'image/webp', start: /^52494646.{8}57454250/ },
] as const

/** The type of an image by its first bytes; undefined unless it is a PNG, JPEG or WebP. SVG can contain scripts. */
export function logoContentType(bytes: Uint8Array): string | undefined {
  const hex = Buffer.from(bytes.subarray(0, 12)).toString('hex')
  return signatures.find(({ start }) =>
    typeof start === 'string' ? hex.startsWith(start) : start.test(hex),
  )?.contentType
}

/** Names the mode and the content, so that a response can be cached forever. */
export function logoId(mode: Mode, bytes: Uint8Array): string {
  return `${mode}-${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}`
}
