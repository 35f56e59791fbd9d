import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import * as z from 'zod'
import { openStateDatabase } from '../state-database.ts'

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
  const database = await openStateDatabase(stateDir, {
    file: 'reserved-indices.db',
    table: 'reserved (wallet TEXT PRIMARY KEY, before INTEGER NOT NULL)',
  })
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
