import { readFile } from 'node:fs/promises'

/** Returns the file's bytes, or undefined if it doesn't exist. */
export async function readIfPresent(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
