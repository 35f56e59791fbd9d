import { modes } from '../kernel/mode.ts'
import type { Table } from '../kernel/store/table.ts'
import { transact } from '../kernel/store/transact.ts'
import { settingsUpdate } from './store/settings.ts'

/** Tells both modes a new address of the service, before or after set-up. */
export async function moveInstance(table: Table, baseUrl: string): Promise<{ baseUrl: string }> {
  await transact(
    table,
    modes.map((mode) => settingsUpdate(mode, { baseUrl })),
  )
  return { baseUrl }
}
