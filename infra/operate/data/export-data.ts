import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PassphraseBox } from '../../../shared/admin/moving/passphrase-box.ts'
import { modes } from '../../../shared/kernel/mode.ts'
import type { Table } from '../../../shared/kernel/store/table.ts'
import { loadStop } from '../../../shared/payments/wallet/store/derivation-counter.ts'
import { writeJsonFile } from '../../json-file.ts'
import { OperateError } from '../operate-error.ts'
import { type ExportProgress, openFolder, progressFile, requireSame } from './export-progress.ts'
import { isMoved, kindsLeftOut } from './kinds.ts'
import { endpointsWithoutSecrets, readLeftOut } from './left-out.ts'
import { digestOf, type Manifest, manifestFile, secretsFile, withChecksum } from './manifest.ts'
import { keyOf, type Row } from './row-text.ts'
import { scanRows } from './scan-rows.ts'
import { tableIdentity } from './table-identity.ts'
import { writePart } from './write-part.ts'

type Export = {
  table: Table
  folder: string
  now: () => Date
  secrets: PassphraseBox | null
  onProgress: (rows: number) => void
  rowsPerFile?: number
}

/**
 * Writes all rows that are moved to a folder, its manifest last, or continues an export that was interrupted. Rows are read
 * once, and not kept in memory.
 */
export async function exportData({ rowsPerFile = 100_000, ...given }: Export): Promise<Manifest> {
  const { table, folder, now, onProgress } = given
  const of = { table: await tableIdentity(table), stoppedAt: await stopsOf(table) }
  let progress = await openFolder(folder, of)
  const rows = movedRows(table, progress)
  for (let next = await rows.next(); !next.done; next = await rows.next()) {
    const part = { rows, first: next.value, most: rowsPerFile }
    progress = await writePart(folder, progress, part)
    await writeJsonFile(progressFile(folder), progress)
    onProgress(progress.files.reduce((sum, file) => sum + file.rows, 0))
  }
  // It may have ended meanwhile.
  requireSame(folder, of, { ...of, stoppedAt: await stopsOf(table) })
  const manifest = withChecksum({
    exportedAt: now().toISOString(),
    counts: progress.counts,
    files: progress.files,
    secrets: await writeSecrets(folder, given.secrets),
    endpoints: await endpointsWithoutSecrets(table),
    leftOut: await readLeftOut(table),
    kindsLeftOut,
  })
  await writeJsonFile(manifestFile(folder), manifest)
  await rm(progressFile(folder), { force: true })
  return manifest
}

/** Since when each mode is stopped. */
async function stopsOf(table: Table): Promise<string[]> {
  const stops = await Promise.all(modes.map((mode) => loadStop(table, mode)))
  return stops.map((stop) => {
    if (stop) return stop.stoppedAt.toISOString()
    throw new OperateError('Stop new sessions first: npm run operate -- restore --stop')
  })
}

async function* movedRows(table: Table, { last }: ExportProgress): AsyncGenerator<Row, undefined> {
  for await (const row of scanRows(table, last)) {
    const key = keyOf(row)
    const moved = isMoved(key)
    if (moved === undefined) {
      throw new OperateError(`This version doesn't know what ${key.pk} is, so it exports nothing.`)
    }
    if (moved) yield row
  }
}

async function writeSecrets(
  folder: string,
  secrets: PassphraseBox | null,
): Promise<Manifest['secrets']> {
  if (!secrets) return null
  const path = join(folder, secretsFile)
  await writeFile(path, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true })
  return { name: secretsFile, sha256: (await digestOf(path)) ?? '' }
}
