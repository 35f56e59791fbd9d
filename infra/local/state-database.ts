import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartupError } from './startup-error.ts'

type Database = {
  file: string
  /** Name and columns. */
  table: string
}

/** Opens what must outlive the data folder. Throws a `StartupError` if the folder can't be read and written. */
export async function openStateDatabase(
  stateDir: string,
  { file, table }: Database,
): Promise<DatabaseSync> {
  try {
    await mkdir(stateDir, { recursive: true, mode: 0o700 })
    const database = new DatabaseSync(join(stateDir, file), { timeout: 10_000 })
    // A process that ends, or a machine that loses power, forgets nothing that was committed.
    database.exec('PRAGMA synchronous = FULL')
    database.exec(`CREATE TABLE IF NOT EXISTS ${table} STRICT`)
    return database
  } catch (cause) {
    const message = `The folder ${stateDir}, which keeps what must outlive the data folder, can't be read and written. Check its permissions, or set STATE_DIR.`
    throw new StartupError(message, { cause })
  }
}
