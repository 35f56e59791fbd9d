import * as z from 'zod'
import { modes } from '../kernel/mode.ts'
import type { Decision } from '../kernel/operation/commit.ts'
import { operatorOperation } from '../kernel/operation/operation.ts'
import type { Table } from '../kernel/store/table.ts'
import type { OperatorInputOf } from '../operators/operator-request.ts'
import { loadStoredSettings, settingsUpdate } from './store/settings.ts'
import { baseUrl } from './wire/base-url.ts'

const moved = z.object({
  baseUrl: z.string(),
  /** The one before; null if there was none. A function of an earlier version doesn't say. */
  movedFrom: z.string().nullable().default(null),
})

export const moveInstance = operatorOperation({
  name: 'move-instance',
  role: 'owner',
  stepUp: true,
  command: 'settings move',
  dashboard: false,
  input: z.strictObject({ baseUrl }),
  output: moved,
  touches: { table: 'write', administers: ['settings'] },
  docs: { summary: 'Set the base URL of the service for both modes' },
})

/** Works before and after setup. */
export async function runMoveInstance(
  { table }: { table: Table },
  { input }: OperatorInputOf<typeof moveInstance>,
): Promise<Decision<z.infer<typeof moved>>> {
  const { baseUrl: movedFrom = null } = await loadStoredSettings(table, 'live')
  return {
    writes: modes.map((mode) => settingsUpdate(mode, { baseUrl: input.baseUrl })),
    result: { baseUrl: input.baseUrl, movedFrom },
  }
}
