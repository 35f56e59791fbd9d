import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as z from 'zod'
import { StartupError } from '../startup-error.ts'

/** How many derivation indices of each wallet are reserved, as this machine knows it: data folders may be put back. */
export type Reservations = {
  /**
   * Stores the end that `choose` returns for all of these wallets, given the highest of theirs; undefined if there is
   * none. It is on the disk once this returns, and no other process comes in between.
   */
  reserve: <Choice extends { end: number }>(
    firstAddresses: readonly string[],
    choose: (highest: number | undefined) => Choice,
  ) => Choice
  close: () => void
}

const row = z.object({ highest: z.int().nullable() })

/** Opens what is reserved on this machine. Throws a `StartupError` if the folder can't be read and written. */
export async function openReservations(stateDir: string): Promise<Reservations> {
  const database = await openDatabase(stateDir)
  const reserve: Reservations['reserve'] = (firstAddresses, choose) => {
    const wallets = firstAddresses.map(fingerprint)
    database.exec('BEGIN IMMEDIATE')
    try {
      const choice = choose(highestOf(database, wallets))
      const raising = database.prepare(
        'INSERT INTO reserved (wallet, before) VALUES (?, ?) ON CONFLICT (wallet) DO UPDATE SET before = max(before, excluded.before)',
      )
      for (const wallet of wallets) raising.run(wallet, choice.end)
      database.exec('COMMIT')
      return choice
    } catch (error) {
      database.exec('ROLLBACK')
      throw error
    }
  }
  return { reserve, close: () => database.close() }
}

async function openDatabase(stateDir: string): Promise<DatabaseSync> {
  try {
    await mkdir(stateDir, { recursive: true, mode: 0o700 })
    const database = new DatabaseSync(join(stateDir, 'reserved-indices.db'), { timeout: 10_000 })
    // A process that ends, or a machine that loses power, forgets nothing that was committed.
    database.exec('PRAGMA synchronous = FULL')
    database.exec(
      'CREATE TABLE IF NOT EXISTS reserved (wallet TEXT PRIMARY KEY, before INTEGER NOT NULL) STRICT',
    )
    return database
  } catch (cause) {
    const message = `The folder ${stateDir}, which keeps what must outlive the data folder, can't be read and written. Check its permissions, or set STATE_DIR.`
    throw new StartupError(message, { cause })
  }
}

function highestOf(database: DatabaseSync, wallets: readonly string[]): number | undefined {
  const marks = wallets.map(() => '?').join(', ')
  const query = database.prepare(
    `SELECT max(before) AS highest FROM reserved WHERE wallet IN (${marks})`,
  )
  return row.parse(query.get(...wallets)).highest ?? undefined
}

/** Names a wallet of a mode without telling any of its addresses. */
function fingerprint(firstAddress: string): string {
  return createHash('sha256').update(firstAddress.toLowerCase()).digest('hex')
}
