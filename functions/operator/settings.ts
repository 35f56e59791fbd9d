import * as z from 'zod'
import { parseWith } from '../../shared/http/parse-with.ts'
import { modes } from '../../shared/kernel/mode.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import { changeSettings } from '../../shared/settings/change-settings.ts'
import { moveInstance } from '../../shared/settings/move-instance.ts'
import type { Settings } from '../../shared/settings/rules/settings.ts'
import { loadSettings } from '../../shared/settings/store/settings.ts'
import { config } from '../config.ts'
import { defaultsOf } from '../deps/settings-of.ts'
import { operatorHandler } from '../handlers/operator-handler.ts'
import { baseUrl } from './base-url.ts'
import { settingsChanges } from './settings-changes.ts'

const mode = z.enum(modes)

const input = z.discriminatedUnion('command', [
  z.strictObject({ command: z.literal('get'), mode }),
  z.strictObject({ command: z.literal('set'), mode, values: settingsChanges }),
  z.strictObject({ command: z.literal('move'), baseUrl }),
])

const table = openTable(config('TABLE_NAME'))

/** Settings of a mode, from the operator's terminal; and of both, the address that a deployment came to have. */
export const handler = operatorHandler(async (event): Promise<Settings | Moved> => {
  const command = parseWith(input, event)
  switch (command.command) {
    case 'get':
      return loadSettings(table, command.mode, defaultsOf(command.mode))
    case 'set':
      return changeSettings(
        { table, defaults: defaultsOf },
        { mode: command.mode, changes: command.values },
      )
    case 'move':
      return moveInstance(table, command.baseUrl)
  }
})

type Moved = Awaited<ReturnType<typeof moveInstance>>
