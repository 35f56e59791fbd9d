import assert from 'node:assert/strict'
import {
  CreateBackupCommand,
  DynamoDBClient,
  RestoreTableFromBackupCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'
import * as z from 'zod'
import { invariant } from '../../shared/kernel/invariant.ts'
import type { Mode } from '../../shared/kernel/mode.ts'
import { tableSchema } from '../../shared/kernel/store/schema.ts'
import { eventually } from '../eventually.ts'
import { pay } from '../journeys/customer.ts'
import { merchant } from '../journeys/merchant.ts'
import type { Payer } from '../journeys/target.ts'
import type { Account } from './account.ts'
import type { Runner } from './command-runner.ts'

export const restoredTable = 'quittance-restored'

type Drill = {
  account: Account
  npm: Runner
  tableName: string
  baseUrl: string
  apiKeys: Readonly<Record<Mode, string>>
  payer: Payer
  /** Deploys with further options. */
  deploy: (...options: string[]) => Promise<void>
}

/** Makes what no restore brings back, and `deploy` asks for. */
async function prepare(client: DynamoDBClient): Promise<void> {
  const TableName = restoredTable
  const TimeToLiveSpecification = { Enabled: true, AttributeName: tableSchema.ttlAttribute }
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }))
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true }
  await client.send(
    new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }),
  )
  await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true }))
}

const found = z.object({ address: z.string() })
const restored = z.object({ modes: z.array(z.object({ adopted: z.array(found) })) })
const listed = z.object({ deposits: z.array(found) })
const refusal = z.object({ code: z.string() })

const pace = { everyMs: 2_000, deadlineMs: 600_000, maxRetries: 0 }
const amount = { value: '25', currency: 'USD' }

/**
 * The guide for a table that was lost: it becomes that of a backup, under another name, after one session was opened before
 * the backup and one after it, both of which were paid. The emulator's restore to a point in time copies the table as it
 * is, so a backup is taken.
 */
export async function drillRestore(drill: Drill): Promise<void> {
  const { account, npm, tableName: TableName, baseUrl, apiKeys, payer, deploy } = drill
  const client = new DynamoDBClient(account.client)
  const shop = merchant(baseUrl, apiKeys.test, pace)
  const operate = (...args: string[]) =>
    npm(['run', '--silent', 'operate', '--', ...args], { FUNCTION_PREFIX: 'quittance-' })

  const kept = await shop.createSession({ amount })
  const since = new Date()
  const backup = new CreateBackupCommand({ TableName, BackupName: 'hourly' })
  const { BackupDetails } = await client.send(backup)
  const BackupArn = BackupDetails?.BackupArn
  invariant(BackupArn, 'a backup has a name')
  const lost = await shop.createSession({ amount })
  for (const session of [kept, lost]) await pay({ payers: [payer] }, session)
  for (const { id } of [kept, lost]) await shop.reaches(id, 'paid')

  await client.send(
    new RestoreTableFromBackupCommand({ TargetTableName: restoredTable, BackupArn }),
  )
  await waitUntilTableExists({ client, maxWaitTime: 300 }, { TableName: restoredTable })
  await prepare(client)
  const options = ['-c', `tableName=${restoredTable}`, `--switch-table=${restoredTable}`]
  await deploy(...options)
  const refused = await shop.createSession({ amount }).catch((error: unknown) => error)
  assert.equal(refusal.parse(refused).code, 'intake_stopped')

  const args = ['restore', '--mode', 'test', '--since', since.toISOString()]
  assert.match(await operate(...args, '--dry-run'), /Nothing was changed/)
  const { modes } = restored.parse(JSON.parse(await operate(...args, '--yes', '--json')))
  const adopted = modes.flatMap((mode) => mode.adopted)
  assert.deepEqual(
    adopted.map(({ address }) => address),
    [lost.address],
  )
  await shop.reaches(kept.id, 'paid')
  await eventually(
    async () => listed.parse(JSON.parse(await operate('deposits', 'list', '--json'))).deposits,
    (deposits) => deposits.some(({ address }) => address === lost.address),
    { ...pace, what: 'the money of the lost session' },
  )
  const gone = await shop.getSession(lost.id).catch((error: unknown) => error)
  assert.equal(refusal.parse(gone).code, 'resource_not_found')
  const next = await shop.createSession({ amount })
  assert.ok(![kept.address, lost.address].includes(next.address))
}
