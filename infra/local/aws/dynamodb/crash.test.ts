import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import {
  DynamoDBClient,
  QueryCommand,
  ScanCommand,
  type TransactWriteItem,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import { expect, onTestFinished, test } from 'vitest'
import { createTableIfMissing } from '../table.ts'
import { testCaller, testDataDir } from '../test-data-dir.ts'

const TableName = 'ledger'
const accounts = 6
const rounds = 4
const writersAtOnce = 8

/** A small generator, so that a failing run can be repeated (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Starts the service in a separate process, which prints its URL. */
async function serve(dataDir: string): Promise<{ child: ChildProcess; client: DynamoDBClient }> {
  const module = new URL('./start-dynamodb.ts', import.meta.url).href
  const program = `
    const { startDynamodb } = await import(${JSON.stringify(module)})
    console.log((await startDynamodb({ dataDir: ${JSON.stringify(dataDir)}, port: 0 })).url)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const [endpoint] = await once(createInterface(child.stdout), 'line')
  return { child, client: new DynamoDBClient({ ...testCaller, endpoint }) }
}

/** Transfers one unit between two accounts, which moves both within the index, and records the transfer. */
function move(id: string, from: number, to: number): TransactWriteItem[] {
  const change = (account: number, amount: number): TransactWriteItem => ({
    Update: {
      TableName,
      Key: marshall({ pk: `account-${account}`, sk: 'account' }),
      UpdateExpression: 'SET listPk = :list, listSk = :id ADD balance :amount',
      ExpressionAttributeValues: marshall({ ':list': 'accounts', ':id': id, ':amount': amount }),
    },
  })
  const item = marshall({ pk: id, sk: 'move', from, to, listPk: 'moves', listSk: id })
  const record = { Put: { TableName, Item: item, ConditionExpression: 'attribute_not_exists(pk)' } }
  return [change(from, -1), change(to, 1), record]
}

/** Transfers until the service is killed, after `killAfter` responses; returns the confirmed ids. */
async function moveUntilKilled(
  { child, client }: { child: ChildProcess; client: DynamoDBClient },
  { round, killAfter, random }: { round: number; killAfter: number; random: () => number },
): Promise<string[]> {
  const confirmed: string[] = []
  const exited = once(child, 'exit')
  let next = 0
  const writer = async (): Promise<void> => {
    while (child.signalCode === null) {
      const id = `move-${round}-${String(next++).padStart(5, '0')}`
      const from = Math.floor(random() * accounts)
      const to = (from + 1 + Math.floor(random() * (accounts - 1))) % accounts
      const command = new TransactWriteItemsCommand({ TransactItems: move(id, from, to) })
      const isDone = await client.send(command).then(
        () => true,
        () => false,
      )
      if (!isDone) return
      confirmed.push(id)
      if (confirmed.length === killAfter) child.kill('SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: writersAtOnce }, writer))
  await exited
  return confirmed
}

async function allItems(client: DynamoDBClient): Promise<Array<Record<string, unknown>>> {
  const { Items = [], LastEvaluatedKey } = await client.send(new ScanCommand({ TableName }))
  expect(LastEvaluatedKey).toBeUndefined()
  return Items.map((item) => unmarshall(item))
}

async function listed(client: DynamoDBClient, list: string): Promise<unknown[]> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName,
      IndexName: 'list',
      KeyConditionExpression: 'listPk = :list',
      ExpressionAttributeValues: marshall({ ':list': list }),
    }),
  )
  return Items.map((item) => unmarshall(item))
}

function balancesOf(items: ReadonlyArray<Record<string, unknown>>): Map<string, number> {
  const balances = new Map<string, number>()
  const add = (account: unknown, amount: number) => {
    const name = `account-${account}`
    balances.set(name, (balances.get(name) ?? 0) + amount)
  }
  for (const { sk, from, to } of items) {
    if (sk !== 'move') continue
    add(from, -1)
    add(to, 1)
  }
  return balances
}

async function expectConsistent(client: DynamoDBClient, confirmed: readonly string[]) {
  const items = await allItems(client)
  const moves = items.filter(({ sk }) => sk === 'move')
  const accountItems = items.filter(({ sk }) => sk === 'account')
  const ids = new Set(moves.map(({ pk }) => pk))
  expect(confirmed.filter((id) => !ids.has(id))).toEqual([])
  expect(new Map(accountItems.map(({ pk, balance }) => [pk, balance]))).toEqual(balancesOf(items))
  const byPk = (a: unknown, b: unknown) => JSON.stringify(a).localeCompare(JSON.stringify(b))
  expect((await listed(client, 'moves')).sort(byPk)).toEqual(moves.sort(byPk))
  expect((await listed(client, 'accounts')).sort(byPk)).toEqual(accountItems.sort(byPk))
}

test.each([1, 2])(
  'kill -9 amid transactions leaves all or nothing of each (seed %i)',
  async (seed) => {
    const dataDir = await testDataDir()
    const random = seeded(seed)
    const confirmed: string[] = []
    for (let round = 0; round < rounds; round++) {
      const service = await serve(dataDir)
      await createTableIfMissing(service.client, TableName)
      await expectConsistent(service.client, confirmed)
      const killAfter = 1 + Math.floor(random() * 60)
      confirmed.push(...(await moveUntilKilled(service, { round, killAfter, random })))
      service.client.destroy()
    }
    const { child, client } = await serve(dataDir)
    await expectConsistent(client, confirmed)
    client.destroy()
    child.kill('SIGKILL')
  },
)
