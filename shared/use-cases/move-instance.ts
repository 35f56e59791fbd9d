import { modes } from '../domain/mode.ts'
import { loadInstance } from '../store/instance.ts'
import { settingsUpdate } from '../store/settings.ts'
import type { Table } from '../store/table.ts'
import { transact } from '../store/transact.ts'

/** Tells both modes a new address of the service, before or after set-up, and says whether that has happened. */
export async function moveInstance(
  table: Table,
  baseUrl: string,
): Promise<{ baseUrl: string; isSetUp: boolean }> {
  await transact(
    table,
    modes.map((mode) => settingsUpdate(mode, { baseUrl })),
  )
  return { baseUrl, isSetUp: (await loadInstance(table)) !== undefined }
}
