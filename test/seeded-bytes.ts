import { createHash } from 'node:crypto'
import type { RandomBytes } from '../shared/kernel/ids.ts'

/** Random bytes that are the same for the same seed. */
export function seededBytes(seed: string): RandomBytes {
  let counter = 0
  return (length) => {
    const chunks: Buffer[] = []
    for (let size = 0; size < length; size += 32) {
      chunks.push(createHash('sha256').update(`${seed}:${counter++}`).digest())
    }
    return new Uint8Array(Buffer.concat(chunks).subarray(0, length))
  }
}
