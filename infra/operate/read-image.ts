import { readFile } from 'node:fs/promises'
import { usageError } from './operate-error.ts'

/**
 * Reads an image from a file or URL, as base64. Only the terminal does this, once: the service never requests a user's
 * URL, and customers' browsers load the image from the service.
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
