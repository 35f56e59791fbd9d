import { modes } from '../domain/mode.ts'
import { settingsUpdate } from '../store/settings.ts'
import type { Table } from '../store/table.ts'
import { transact } from '../store/transact.ts'

/** Tells both modes a new address of the service, before or after set-up. */
export async function moveInstance(table: Table, baseUrl: string): Promise<{ baseUrl: string }> {
  await transact(
    table,
    modes.map((mode) => settingsUpdate(mode, { baseUrl })),
  )
  return { baseUrl }
}
