import * as z from 'zod'
import { type Mode, modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Settings } from './rules/settings.ts'
import { defaultsOf } from './settings-of.ts'
import { loadSettings } from './store/settings.ts'
import { settings } from './wire/settings.ts'

export const getSettings = operatorOperation({
  name: 'get-settings',
  role: 'viewer',
  command: 'settings get',
  input: z.strictObject({ mode: z.enum(modes) }),
  output: settings,
  touches: { table: 'read' },
  docs: { summary: 'Show the settings of a mode' },
  needs: (config) => ({ defaults: (mode: Mode) => defaultsOf(config, mode) }),
  async run(
    { table, defaults }: { table: Table; defaults: (mode: Mode) => Settings },
    { input: { mode } },
  ) {
    return { result: await loadSettings(table, mode, { defaults: defaults(mode) }) }
  },
})
