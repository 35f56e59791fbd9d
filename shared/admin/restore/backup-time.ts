import { DescribeTableCommand } from '@aws-sdk/client-dynamodb'
import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import { listCheckoutSessions } from '../../payments/checkout-sessions/store/session-list.ts'
import { loadInstance } from '../../records/settings/store/instance.ts'

type Services = { table: Table; now: () => Date }

/**
 * When the table was backed up, as DynamoDB says of a restored one. Otherwise about then: when its newest session was
 * created, which is too late if it accepted new ones since.
 */
export async function backupTime({ table, now }: Services, mode: Mode): Promise<Date> {
  const describing = new DescribeTableCommand({ TableName: table.name })
  const { Table: described } = await table.client.send(describing)
  const restoredFrom = described?.RestoreSummary?.RestoreDateTime
  if (restoredFrom) return restoredFrom
  const { items } = await listCheckoutSessions(table, { mode }, { limit: 1 })
  return items[0]?.createdAt ?? (await loadInstance(table))?.setUpAt ?? now()
}
