import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import type * as z from 'zod'

/** The error that is thrown for a file: its sentence says what to do, which depends on what the file is for. */
export type FileProblem = (is: 'unreadable' | 'corrupted', cause: unknown) => Error

/** Returns the file's parsed contents, or undefined if it doesn't exist. */
export async function readJsonFile<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  problem: FileProblem,
): Promise<z.output<Schema> | undefined> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw problem('unreadable', error)
  })
  if (text === undefined) return undefined
  try {
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    throw problem('corrupted', cause)
  }
}

/** Writes the file atomically, readable by its owner only. */
export async function writeJsonFile(path: string, value: unknown): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush: true })
  await rename(draft, path).catch(async (error: unknown) => {
    await rm(draft, { force: true })
    throw error
  })
}
