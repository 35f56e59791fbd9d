import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { beforeEach, describe, expect, it } from 'vitest'
import { requireTable } from '../../infra/aws/require-table.ts'
import { problemOf } from '../../infra/aws/run-command.ts'
import { version } from '../../infra/build/release.ts'
import { tableDefinition } from '../../infra/local/aws/table.ts'
import { testCaller } from '../../infra/local/aws/test-data-dir.ts'
import { lowestRelease } from '../../shared/records/settings/rules/lowest-release.ts'
import { type AccountTable, type AwsAccount, startAwsAccount } from './aws-account.ts'
import { deployAt } from './deploy-at.ts'

const place = { prefix: 'quittance', region: 'eu-central-1' }
const foundation = `${place.region} quittance-foundation`
const own = 'quittance-foundation-Table1'
const restored = 'quittance-restored'
let account: AwsAccount

/** A table as `deploy` needs it. */
const ready = (): AccountTable => ({
  isProtected: true,
  ttlAttribute: 'ttl',
  hasRecovery: true,
  indexes: tableDefinition(restored).GlobalSecondaryIndexes.map((index) => ({
    ...index,
    IndexStatus: 'ACTIVE',
  })),
})

beforeEach(async () => {
  account = await startAwsAccount([foundation])
  deployAt(account.url)
})

function uses(table: string) {
  const HasTable = `arn:aws:dynamodb:eu-central-1:111122223333:table/${table}`
  account.outputs.set(foundation, { HasTable })
}

function required(tableName?: string, switchTable?: string): Promise<void> {
  const { url: endpoint } = account
  const client = new DynamoDBClient({ ...testCaller, region: place.region, endpoint })
  return requireTable(place, { tableName, switchTable }, client)
}

describe('a deployment after a restore', () => {
  beforeEach(() => {
    account.tables.set(restored, ready())
    uses(restored)
  })

  it('continues with the restored table', async () => {
    await required(restored)
  })

  it('never goes back to the old table because a context lacks tableName', async () => {
    await expect(required()).rejects.toThrow(
      `quittance uses the table ${restored}, but the context has no tableName, so this deployment would switch to ${own}.`,
    )
    await expect(required()).rejects.toThrow(`"tableName": "${restored}" in cdk.context.json`)
    await expect(required(undefined, restored)).rejects.toThrow('would switch to')
    await required(undefined, own)
  })
})

describe('a deployment to a restored table', () => {
  beforeEach(() => uses(own))

  it('has to be confirmed with the name of that table', async () => {
    account.tables.set(restored, ready())
    await required()
    await expect(required(restored)).rejects.toThrow(
      `To switch, run npm run deploy -- --switch-table=${restored}, and then npm run operate -- restore`,
    )
    await required(restored, restored)
  })

  it('stops if there is no such table', async () => {
    await expect(required('quittance-restord', 'quittance-restord')).rejects.toThrow(
      'There is no table quittance-restord in eu-central-1.',
    )
    account.stacks.clear()
    await expect(required('quittance-restord')).rejects.toThrow('There is no table')
  })

  it.each([
    [{ status: 'CREATING' }, 'Wait until it is ACTIVE: it is CREATING.'],
    [{ ttlAttribute: '' }, 'Have items expire: aws dynamodb update-time-to-live'],
    [{ hasRecovery: false }, 'Enable point-in-time recovery: aws dynamodb update-continuous'],
    [{ isProtected: false }, 'Protect it from deletion: aws dynamodb update-table'],
  ])('stops while the table has %j, and says what to do', async (lacking, problem) => {
    account.tables.set(restored, { ...ready(), ...lacking })
    await expect(required(restored, restored)).rejects.toThrow(problem)
  })

  it('stops while it lacks an index that this version needs', async () => {
    const [list, parent, status, due] = ready().indexes ?? []
    account.tables.set(restored, {
      ...ready(),
      indexes: [
        { ...list, IndexStatus: 'CREATING' },
        { ...parent, Projection: { ProjectionType: 'KEYS_ONLY' } },
        { ...due },
      ],
    })
    const create = JSON.stringify([{ Create: status }]).replace(',"IndexStatus":"ACTIVE"', '')
    const rejected = expect(required(restored, restored)).rejects
    await rejected.toThrow(
      [
        "The table quittance-restored can't be used yet. Nothing was deployed.",
        'Wait until the index list is ACTIVE: it is CREATING.',
        `Delete the index parent, which has other keys or attributes than this version needs, then run npm run deploy again: aws dynamodb update-table --table-name quittance-restored --global-secondary-index-updates '[{"Delete":{"IndexName":"parent"}}]'`,
        `Create the index status, one at a time, and wait until it is ACTIVE: aws dynamodb update-table --table-name quittance-restored --global-secondary-index-updates '${create}' --attribute-definitions AttributeName=statusPk,AttributeType=S AttributeName=listSk,AttributeType=S`,
      ].join('\n'),
    )
  })
})

describe('which release can read a table', () => {
  it.each([own, restored])('stops before a newer release’s table %s is touched', async (table) => {
    uses(own)
    account.tables.set(table, { ...ready(), settings: { lowestRelease: { S: '0.10.0' } } })
    await expect(required(table, table)).rejects.toThrow(
      `The table ${table} needs Quittance 0.10.0 or newer, and this is ${version()}. Nothing was deployed.`,
    )
  })

  it('stops at a table of an unreleased state, and says how to move its money out', async () => {
    uses(own)
    account.tables.set(own, { ...ready(), settings: {} })
    await expect(required()).rejects.toThrow(
      /unreleased state .+ Nothing was deployed\. .+ deploy the commit that made it to move its money out/,
    )
  })

  it('continues with a table that it can read', async () => {
    uses(own)
    account.tables.set(own, { ...ready(), settings: { lowestRelease: { S: lowestRelease } } })
    await required()
  })
})

it('a deployment stops if the stack’s own table is gone, and a first one has nothing to check', async () => {
  uses(own)
  account.tables.delete(own)
  await expect(required()).rejects.toThrow(`There is no table ${own} in eu-central-1.`)
  account.stacks.clear()
  await required()
})

it('a deployment after one that failed and was rolled back has no table to check', async () => {
  account.tables.delete(own)
  await required()
})

it.each(['DescribeTable', 'DescribeTimeToLive', 'DescribeContinuousBackups', 'GetItem'])(
  'a deployment whose caller lacks dynamodb:%s says so in one sentence',
  async (action) => {
    account.tables.set(restored, ready())
    uses(restored)
    account.denied = action
    const { message } = problemOf(await required(restored).catch((error) => error))
    expect(message).toBe(
      `AWS denied dynamodb:${action} (User: arn:aws:sts::111122223333:assumed-role/deploy/ci is not authorized to perform: dynamodb:${action} on resource: arn:aws:x because no identity-based policy allows the dynamodb:${action} action): allow it, then run this again.`,
    )
  },
)
