import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import type * as z from 'zod'
import { StartupError, systemCode } from './startup-error.ts'

/** Returns the file's parsed contents, or undefined if it doesn't exist. */
export async function readJsonFile<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): Promise<z.output<Schema> | undefined> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return undefined
    throw new StartupError(`${path} can't be read. Check its permissions.`, { cause: error })
  })
  if (text === undefined) return undefined
  try {
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    throw new StartupError(`${path} is corrupted. Restore it, or start with another DATA_DIR.`, {
      cause,
    })
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
