import { readFile } from 'node:fs/promises'
import { usageError } from './operate-error.ts'

/**
 * An image in base 64, from a file or a URL. The terminal reads it, once: the service itself requests nothing from a URL
 * that somebody typed, and customers' browsers request the image from the service only.
 */
export async function readImage(source: string): Promise<string> {
  try {
    const isUrl = /^https:\/\/|^http:\/\/(localhost|127\.0\.0\.1)[:/]/i.test(source)
    const bytes = isUrl ? await download(source) : await readFile(source)
    return bytes.toString('base64')
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw usageError(`The image ${source} cannot be read: ${reason}`)
  }
}

async function download(url: string): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(20_000) })
  if (!response.ok) throw new Error(`the response is ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}
