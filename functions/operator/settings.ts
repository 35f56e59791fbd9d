import * as z from 'zod'
import { modes } from '../../shared/domain/mode.ts'
import type { Settings } from '../../shared/domain/settings.ts'
import { parseWith } from '../../shared/http/parse-with.ts'
import { loadSettings } from '../../shared/store/settings.ts'
import { openTable } from '../../shared/store/table.ts'
import { changeSettings } from '../../shared/use-cases/change-settings.ts'
import { config } from '../config.ts'
import { defaultsOf } from '../deps/settings-of.ts'
import { settingsChanges } from './settings-changes.ts'

const mode = z.enum(modes)

const input = z.discriminatedUnion('command', [
  z.strictObject({ command: z.literal('get'), mode }),
  z.strictObject({ command: z.literal('set'), mode, values: settingsChanges }),
])

const table = openTable(config('TABLE_NAME'))

/** Settings of a mode, from the operator's terminal. */
export async function handler(event: unknown): Promise<Settings> {
  const command = parseWith(input, event)
  if (command.command === 'get') {
    return loadSettings(table, command.mode, defaultsOf(command.mode))
  }
  return changeSettings(
    { table, defaults: defaultsOf },
    { mode: command.mode, changes: command.values },
  )
}
