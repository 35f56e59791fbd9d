import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { expect, it, onTestFinished } from 'vitest'
import { keys } from '../../../shared/kernel/store/keys.ts'
import { transact } from '../../../shared/kernel/store/transact.ts'
import { addition } from '../../../shared/kernel/store/writes.ts'
import {
  derivationStart,
  firstLostIndex,
  nextDerivationIndex,
} from '../../../shared/payments/wallet/store/derivation-counter.ts'
import { walletKeys } from '../../../shared/payments/wallet/store/keys.ts'
import { walletRecordCreation } from '../../../shared/payments/wallet/store/wallet-records.ts'
import { instanceCreation } from '../../../shared/records/settings/store/instance.ts'
import { backUp, restoreBackup } from '../../../test/table-backup.ts'
import { startDynamodb } from '../aws/dynamodb/start-dynamodb.ts'
import { createTableIfMissing } from '../aws/table.ts'
import { testCaller, testDataDir } from '../aws/test-data-dir.ts'
import { aroundRequests } from './around-requests.ts'
import { type IndexBlocks, indexBlocks } from './index-blocks.ts'
import { openReservations } from './reservations.ts'

const setUpAt = new Date('2026-01-01T00:00:00Z')
const accessKeyId = 'create-checkout-session'
const actions = ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'] as const
const rights = { allowed: [{ sid: 'All', actions }], denied: [] }

/** A data folder, which is put back with `backUp` and `restoreBackup`, on a machine that keeps what it reserved in `stateDir`. */
async function openFolder(stateDir: string, dataDir?: string) {
  const reservations = await openReservations(stateDir)
  const opening = Promise.withResolvers<IndexBlocks>()
  const wallets: number[] = []
  const { url: endpoint, close } = await startDynamodb({
    dataDir: dataDir ?? (await testDataDir()),
    port: 0,
    callers: new Map([[accessKeyId, { name: accessKeyId, rights }]]),
    around: aroundRequests({ blocks: opening.promise, onWallet: () => wallets.push(1) }),
  })
  const clientOf = (caller: string) => {
    const credentials = { accessKeyId: caller, secretAccessKey: caller }
    const client = new DynamoDBClient({ ...testCaller, credentials, endpoint })
    onTestFinished(() => client.destroy())
    return { client: DynamoDBDocumentClient.from(client), name: 'quittance' }
  }
  const [table, asFunction] = [clientOf('instance'), clientOf(accessKeyId)]
  onTestFinished(async () => {
    await close()
    reservations.close()
  })
  await createTableIfMissing(table.client, table.name)
  let blocks = indexBlocks({ table, reservations })
  opening.resolve({
    begin: () => blocks.begin(),
    counting: (mode, count) => blocks.counting(mode, count),
  })
  return {
    table,
    wallets,
    start: () => {
      blocks = indexBlocks({ table, reservations })
      return blocks.begin()
    },
    take: () => nextDerivationIndex(asFunction, 'live'),
    /** Stores a wallet as setup does. */
    setUp: (first = '0xfirst', index = 0) =>
      transact(asFunction, [
        instanceCreation({ firstAddresses: { live: first, test: `${first}-test` }, setUpAt }),
        addition({ ...walletKeys.wallet('live'), accountKey: 'sealed' }),
        derivationStart(asFunction, 'live', index),
        derivationStart(asFunction, 'test', index),
      ]),
    addWallet: (first: string) =>
      transact(asFunction, [
        addition({ ...walletKeys.addedWallet('live', 'wallet-2'), accountKey: 'sealed' }),
        walletRecordCreation({
          walletId: 'wallet-2',
          addedAt: setUpAt,
          firstAddresses: { live: first, test: `${first}-test` },
        }),
      ]),
  }
}

const liveOf = (begun: Awaited<ReturnType<IndexBlocks['begin']>>) =>
  begun.find(({ mode }) => mode === 'live')

it('every start begins the next block of 1,000 indices', async () => {
  const { setUp, take, start, wallets } = await openFolder(await testDataDir())
  expect(await start()).toEqual([])
  await setUp()
  expect(wallets).toEqual([1])
  expect([await take(), await take()]).toEqual([0, 1])
  expect(liveOf(await start())).toEqual({
    mode: 'live',
    start: 1_000,
    age: 'as left',
    mayLack: false,
  })
  expect(liveOf(await start())).toEqual({
    mode: 'live',
    start: 2_000,
    age: 'as left',
    mayLack: false,
  })
})

it('a folder that is put back assigns no address twice, and is said to be', async () => {
  const { table, setUp, take, start } = await openFolder(await testDataDir())
  await setUp()
  const backup = await backUp(table)
  const lost = await Promise.all([take(), take(), take()])
  await start()
  lost.push(await take())
  await restoreBackup(table, backup)
  expect(liveOf(await start())).toEqual({
    mode: 'live',
    start: 2_000,
    age: 'put back',
    mayLack: true,
  })
  const taken = await Promise.all([take(), take(), take()])
  expect(taken.filter((index) => lost.includes(index))).toEqual([])
  expect(await firstLostIndex(table, 'live')).toBe(0)
})

it('a folder on another machine begins the block after its own, and is said to be from elsewhere', async () => {
  const dataDir = await testDataDir()
  const { setUp, take, table } = await openFolder(await testDataDir(), dataDir)
  await setUp()
  await take()
  const moved = await openFolder(await testDataDir())
  await restoreBackup(moved.table, await backUp(table))
  expect(liveOf(await moved.start())).toEqual({
    mode: 'live',
    start: 1_000,
    age: 'from elsewhere',
    mayLack: true,
  })
  // A node may not have responded yet when it was stopped.
  expect(liveOf(await moved.start())).toMatchObject({ age: 'as left', mayLack: true })
})

it('a run reserves the next block before it assigns its first index', async () => {
  const stateDir = await testDataDir()
  const { table, setUp, take } = await openFolder(stateDir)
  await setUp()
  await take()
  await transact(table, [derivationStart(table, 'live', 999)])
  expect([await take(), await take()]).toEqual([999, 1_000])
  const again = await openFolder(stateDir)
  await again.setUp()
  expect(await again.take()).toBe(2_000)
})

it('two folders with the same words never assign the same index', async () => {
  const stateDir = await testDataDir()
  const [one, other] = [await openFolder(stateDir), await openFolder(stateDir)]
  await one.setUp()
  await other.setUp()
  expect([await one.take(), await other.take()]).toEqual([0, 1_000])
  await transact(one.table, [derivationStart(one.table, 'live', 1_000)])
  expect([await one.take(), await other.take()]).toEqual([2_000, 1_001])
})

it('a wallet that is added with words that another folder used begins after its indices', async () => {
  const stateDir = await testDataDir()
  const earlier = await openFolder(stateDir)
  await earlier.setUp('0xsecond', 5_000)
  const { setUp, take, addWallet } = await openFolder(stateDir)
  await setUp()
  expect(await take()).toBe(0)
  await addWallet('0xsecond')
  expect(await take()).toBe(6_000)
})

it('a missing counter may be behind what was assigned', async () => {
  const { table, setUp, take, start } = await openFolder(await testDataDir())
  await setUp()
  const items = await backUp(table)
  const { pk } = keys.counter('live', 'derivation')
  await restoreBackup(
    table,
    items.filter((item) => item['pk'] !== pk),
  )
  await start()
  expect(await take()).toBe(11_000)
})
