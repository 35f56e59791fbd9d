import type * as z from 'zod'
import { readJsonFile } from '../json-file.ts'
import { StartupError } from './startup-error.ts'

/** Returns the parsed contents of a file of the instance, or undefined if it doesn't exist. */
export function readDataFile<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): Promise<z.output<Schema> | undefined> {
  return readJsonFile(path, schema, (is, cause) => new StartupError(sentences[is](path), { cause }))
}

const sentences = {
  unreadable: (path: string) => `${path} can't be read. Check its permissions.`,
  corrupted: (path: string) =>
    `${path} is corrupted. Put it back from a backup of the folder, which has a wallet: don't give the folder up before its money is moved.`,
}
