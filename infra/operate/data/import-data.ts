import { marshall } from '@aws-sdk/util-dynamodb'
import * as z from 'zod'
import type { SealedSecrets } from '../../../shared/admin/moving/begin-data-import.ts'
import { type MovedData, movedDataWrite } from '../../../shared/admin/moving/store/moved-data.ts'
import type { Table } from '../../../shared/kernel/store/table.ts'
import { transact } from '../../../shared/kernel/store/transact.ts'
import { OperateError } from '../operate-error.ts'
import { importRows, putNew, putSettings } from './import-rows.ts'
import type { Manifest } from './manifest.ts'
import { type ExportedEndpoint, type ImportPlan, otherExport } from './plan-import.ts'
import type { Row } from './row-text.ts'

type Import = {
  table: Table
  folder: string
  manifest: Manifest
  now: () => Date
  plan: ImportPlan
  /** Endpoints' secrets, sealed with this instance's key. */
  secrets: readonly SealedSecrets[]
  onProgress: (rows: number) => void
}

/**
 * Writes an export to a table without such rows, or continues an import that was interrupted. Nothing in the table is
 * replaced except settings. They come first, because all functions read them, then the counters of derivation indices,
 * which are stopped, and then webhook endpoints.
 */
export async function importData({ table, folder, manifest, ...given }: Import): Promise<void> {
  const { checksum, leftOut } = manifest
  const { settings, counters, endpoints, interrupted } = given.plan
  const begun = interrupted ?? { checksum, begunAt: given.now(), endedAt: null, leftOut }
  await note(table, begun)
  for (const row of settings) await putSettings(table, row)
  // A session that is opened meanwhile would make a counter of its own, which this one doesn't replace.
  for (const row of counters) await putNew(table, row)
  for (const each of endpoints) {
    await putNew(table, withSecrets(each, given.secrets, begun.begunAt))
  }
  await importRows({ table, folder, manifest, onProgress: given.onProgress })
  await note(table, { ...begun, endedAt: given.now() })
}

async function note(table: Table, moved: MovedData): Promise<void> {
  const { committed } = await transact(table, [movedDataWrite(moved)])
  if (!committed) throw otherExport()
}

const isActive = z.object({ active: z.object({ BOOL: z.literal(true) }) })

/** The receiver doesn't know a new secret, so nothing is sent with it until somebody enables the endpoint. */
function withSecrets(
  { mode, id, row }: ExportedEndpoint,
  all: readonly SealedSecrets[],
  at: Date,
): Row {
  const found = all.find((each) => each.mode === mode && each.id === id)
  if (!found) throw new OperateError(`The instance sealed no secret for ${id}.`)
  const { secret, secretPrefix, previousSecrets, isNew } = found
  const disabled = { active: false, inactiveReason: 'moved', inactiveSince: at.toISOString() }
  return {
    ...row,
    ...marshall({ secret, secretPrefix, previousSecrets }),
    ...(isNew && isActive.safeParse(row).success && marshall(disabled)),
  }
}
