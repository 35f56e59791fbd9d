import * as z from 'zod'
import { type Mode, modes } from '../../kernel/mode.ts'
import type { Decision } from '../../kernel/operation/commit.ts'
import { operatorOperation } from '../../kernel/operation/operation.ts'
import type { OperatorInputOf } from '../../kernel/operation/operator-request.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Settings } from './rules/settings.ts'
import { loadSettings } from './store/settings.ts'
import { type SettingsBody, settings } from './wire/settings.ts'

export const getSettings = operatorOperation({
  name: 'get-settings',
  role: 'viewer',
  command: 'settings get',
  input: z.strictObject({ mode: z.enum(modes) }),
  output: settings,
  touches: { table: 'read' },
  docs: { summary: 'Show the settings of a mode' },
})

export async function runGetSettings(
  { table, defaults }: { table: Table; defaults: (mode: Mode) => Settings },
  { input: { mode } }: OperatorInputOf<typeof getSettings>,
): Promise<Decision<SettingsBody>> {
  return { result: await loadSettings(table, mode, { defaults: defaults(mode) }) }
}
