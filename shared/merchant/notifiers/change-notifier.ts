import * as z from 'zod'
import { type Notifier, notifiers } from '../../chain/rules/notifier.ts'
import { type Mode, modes } from '../../kernel/mode.ts'
import type { Change } from '../../kernel/operation/audit.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { refuseNotifier } from './rules/notifier-refusals.ts'
import { connectionUpdate, listConnections } from './store/notifier-connections.ts'

const input = z.strictObject({ mode: z.enum(modes), notifier: z.enum(notifiers) })
const output = z.object({ mode: z.enum(modes), notifier: z.enum(notifiers) })

type Changed = z.infer<typeof output>

export const repairNotifier = operatorOperation({
  name: 'repair-notifier',
  role: 'owner',
  proof: 'always',
  command: 'notifiers repair',
  input,
  output,
  touches: { table: 'write', administers: ['notifiers', 'audit-log'] },
  docs: {
    summary: "Compare a notifier's address list with ours within a minute, and correct it",
  },
  /** Throws `resource_not_found` for a notifier that is not connected. */
  async run({ table, now }, request) {
    await requireConnected(table, request.input)
    const writes = [connectionUpdate(request.input, { repairRequestedAt: now() })]
    return { writes, result: request.input, changes: [changeOf(request.input, 'notifier.repair')] }
  },
})

export const disconnectNotifier = operatorOperation({
  name: 'disconnect-notifier',
  role: 'owner',
  proof: 'always',
  command: 'notifiers disconnect',
  input,
  output,
  touches: { table: 'write', administers: ['notifiers', 'audit-log'] },
  docs: { summary: "Remove a notifier's webhooks within a minute, and forget its token" },
  /** Throws `resource_not_found` for a notifier that is not connected. */
  async run({ table, now }, request) {
    await requireConnected(table, request.input)
    const writes = [connectionUpdate(request.input, { disconnectedAt: now() })]
    return {
      writes,
      result: request.input,
      changes: [changeOf(request.input, 'notifier.disconnect')],
    }
  },
})

function changeOf({ mode, notifier }: Changed, action: Change['action']): Change {
  return { mode, action, target: notifier }
}

async function requireConnected(
  table: Table,
  { mode, notifier }: { mode: Mode; notifier: Notifier },
): Promise<void> {
  const connections = await listConnections(table, mode)
  if (connections.some((connection) => connection.notifier === notifier)) return
  throw refuseNotifier('notifier_not_connected', { notifier, mode })
}
