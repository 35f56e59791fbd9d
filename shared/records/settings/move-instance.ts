import * as z from 'zod'
import { type Mode, modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { defaultsOf } from './settings-of.ts'
import { firstSettings, loadStoredSettings } from './store/settings.ts'
import { baseUrl } from './wire/base-url.ts'

const moved = z.object({
  baseUrl: z.string(),
  /** The one before; null if there was none. A function of an earlier version doesn't say. */
  movedFrom: z.string().nullable().default(null),
})

export const moveInstance = operatorOperation({
  name: 'move-instance',
  role: 'owner',
  command: 'settings move',
  dashboard: false,
  input: z.strictObject({ baseUrl }),
  output: moved,
  touches: { table: 'write', administers: ['settings', 'audit-log'], knowsRelease: true },
  docs: { summary: 'Set the base URL of the service for both modes' },
  needs: (config) => ({
    defaults: (mode: Mode) => defaultsOf(config, mode),
    release: config('RELEASE'),
  }),
  /**
   * Works before and after setup. Each deployment calls it, so the audit log shows which release wrote the entries
   * after it.
   */
  async run({ table, release }: { table: Table; release: string }, { input }) {
    const { baseUrl: movedFrom = null } = await loadStoredSettings(table, 'live')
    const { baseUrl } = input
    const states = { before: { baseUrl: movedFrom }, after: { baseUrl, release } }
    return {
      changes: [{ mode: 'live', action: 'instance.move', target: 'instance', ...states }],
      writes: modes.map((mode) => firstSettings(table, mode, { baseUrl })),
      result: { baseUrl, movedFrom },
    }
  },
})
