import { readFile } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import { OperateError } from './operate-error.ts'

/** A JSON file, or standard input for `-`. Throws an `OperateError` that doesn't repeat its text, which may be a secret. */
export async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(file === '-' ? await readAll(process.stdin) : await readFile(file, 'utf8'))
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'it is not JSON' : String(error)
    throw new OperateError(`${file} cannot be read: ${reason}.`, { cause: error })
  }
}
