import * as z from 'zod'
import { loadMovedData, type MovedData } from '../../../shared/admin/moving/store/moved-data.ts'
import { type Mode, modes } from '../../../shared/kernel/mode.ts'
import { keys } from '../../../shared/kernel/store/keys.ts'
import type { Table } from '../../../shared/kernel/store/table.ts'
import { outboxKeys } from '../../../shared/records/outbox/store/keys.ts'
import { isOlderRelease } from '../../../shared/records/settings/rules/lowest-release.ts'
import { version } from '../../build/release.ts'
import { OperateError } from '../operate-error.ts'
import { isMoved } from './kinds.ts'
import type { Manifest } from './manifest.ts'
import { readRows } from './read-rows.ts'
import { keyOf, parseRow, type Row } from './row-text.ts'
import { scanRows } from './scan-rows.ts'

export type ExportedEndpoint = { mode: Mode; id: string; row: Row }

/** The rows that an import writes first, and the earlier import of the same export if it was interrupted. */
export type ImportPlan = {
  settings: readonly Row[]
  /** Counters of derivation indices, which are stopped. */
  counters: readonly Row[]
  endpoints: readonly ExportedEndpoint[]
  interrupted: MovedData | undefined
}

/** Makes all checks in advance, so that nothing is written of an export that can't be imported completely. */
export async function planImport(
  table: Table,
  folder: string,
  manifest: Manifest,
): Promise<ImportPlan> {
  const interrupted = await interruptedImport(table, manifest)
  const endpoints = manifest.endpoints.map((row) => endpointOf(parseRow(JSON.stringify(row))))
  const settings: Row[] = []
  const counters: Row[] = []
  for await (const row of readRows(folder, manifest)) {
    const { pk } = keyOf(row)
    if (!isMoved(keyOf(row))) throw notMoved(pk)
    if (partitionsOfSettings.includes(pk)) settings.push(readable(row))
    if (partitionsOfCounters.includes(pk)) counters.push(row)
  }
  return { settings, counters, endpoints, interrupted }
}

const partitionsOfSettings = modes.map((mode) => keys.settings(mode).pk)
const partitionsOfCounters = modes.map((mode) => keys.counter(mode, 'derivation').pk)

/** Throws if a row of the settings says that only another release can read what the instance stored. */
function readable(row: Row): Row {
  const needed = row['lowestRelease']?.S
  const isMarked = keyOf(row).sk === keys.settings('live').sk
  if (!isMarked || (needed !== undefined && !isOlderRelease(version(), needed))) return row
  throw new OperateError(
    needed === undefined
      ? "The export is of an unreleased state of Quittance, which this version can't read. Nothing was imported."
      : `The export needs Quittance ${needed} or newer, and this is ${version()}. Nothing was imported.`,
  )
}

const named = z.object({ mode: z.enum(modes), id: z.string() })

function endpointOf(row: Row): ExportedEndpoint {
  const { pk, sk } = keyOf(row)
  const { data } = named.safeParse({ mode: row['mode']?.S, id: row['id']?.S })
  if (!data) throw notMoved(pk)
  const key = outboxKeys.webhookEndpoint(data.mode, data.id)
  if (key.pk !== pk || key.sk !== sk) throw notMoved(pk)
  return { ...data, row }
}

function notMoved(pk: string): OperateError {
  return new OperateError(
    `The export has ${pk}, which this version doesn't move. Nothing was imported.`,
  )
}

/** Written by a deployment before its setup, besides rows that aren't moved. */
const writtenByDeploy = /^\w+#(?:audit|settings)$/

/** Returns the same export's interrupted import, if any. A deployment that isn't set up counts as empty. */
async function interruptedImport(
  table: Table,
  { checksum }: Pick<Manifest, 'checksum'>,
): Promise<MovedData | undefined> {
  const moved = await loadMovedData(table)
  if (moved && moved.checksum !== checksum) throw otherExport()
  if (moved?.endedAt) throw new OperateError('This export has already been imported.')
  if (moved) return moved
  for await (const row of scanRows(table)) {
    const key = keyOf(row)
    if (isMoved(key) === false || writtenByDeploy.test(key.pk)) continue
    throw new OperateError(
      `The table is in use: it has ${key.pk}. Import into a new instance, before its setup.`,
    )
  }
  return undefined
}

export function otherExport(): OperateError {
  return new OperateError('Another export was imported into this table. Import into a new one.')
}
