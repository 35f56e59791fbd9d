import { createReadStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { csvLine } from '../../shared/kernel/csv.ts'
import { payoutColumns } from '../../shared/sweeps/rules/payout-columns.ts'
import { type PayoutRow, payoutRow } from '../../shared/sweeps/wire/payout-row.ts'

const rowsAtOnce = 500

/**
 * The rows as CSV, with one more column for each key of metadata. Which columns there are is known only after the last
 * row, so the rows wait in a file: there may be more than fit into memory.
 */
export async function* payoutsCsv(
  pages: AsyncIterable<readonly PayoutRow[]>,
): AsyncGenerator<string> {
  const folder = await mkdtemp(join(tmpdir(), 'payouts-'))
  const path = join(folder, 'rows.jsonl')
  try {
    const keys = await spool(path, pages)
    yield csvOf([], keys, true)
    for await (const rows of spooled(path)) yield csvOf(rows, keys, false)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Writes the rows to a file that only this user can read, and returns all keys of their metadata. */
async function spool(
  path: string,
  pages: AsyncIterable<readonly PayoutRow[]>,
): Promise<readonly string[]> {
  const keys = new Set<string>()
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const rows of pages) {
      for (const key of rows.flatMap(({ metadata }) => Object.keys(metadata))) keys.add(key)
      await file.appendFile(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    }
  } finally {
    await file.close()
  }
  return [...keys].sort()
}

async function* spooled(path: string): AsyncGenerator<readonly PayoutRow[]> {
  let rows: PayoutRow[] = []
  for await (const line of createInterface({ input: createReadStream(path) })) {
    rows.push(payoutRow.parse(JSON.parse(line)))
    if (rows.length < rowsAtOnce) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}

function csvOf(rows: readonly PayoutRow[], keys: readonly string[], header: boolean): string {
  const head = header ? [csvLine([...payoutColumns, ...keys.map(name)])] : []
  const lines = rows.map((row) =>
    csvLine([
      ...payoutColumns.map((column) => row[column]),
      ...keys.map((key) => row.metadata[key]),
    ]),
  )
  return [...head, ...lines].join('')
}

function name(key: string): string {
  return `metadata.${key}`
}
