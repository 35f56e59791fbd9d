import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartupError } from './startup-error.ts'

const busy = 5

/**
 * Makes this process the only instance on the data folder. The lock is SQLite's, so the system releases it when the
 * process ends, even by `kill -9`. Throws a `StartupError` if another instance is running.
 */
export async function lockInstance(dataDir: string): Promise<{ release: () => void }> {
  const database = new DatabaseSync(join(dataDir, 'instance-lock.db'))
  const pidFile = join(dataDir, 'instance.pid')
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    database.close()
    if (!(cause instanceof Error && 'errcode' in cause && cause.errcode === busy)) throw cause
    const pid = await readFile(pidFile, 'utf8').catch(() => 'unknown')
    const message = `An instance is already running on ${dataDir} (process ${pid}). Stop it, or set another DATA_DIR and PORT.`
    throw new StartupError(message, { cause })
  }
  await writeFile(pidFile, String(process.pid))
  return { release: () => database.close() }
}
