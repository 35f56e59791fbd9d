import { expect, it } from 'vitest'
import { aSession, later } from '../../../test/factories.ts'
import { testTable } from '../../../test/test-table.ts'
import { noteShards } from '../../kernel/store/shard-count.ts'
import { shardOf } from '../../kernel/store/shards.ts'
import { transact } from '../../kernel/store/transact.ts'
import { emptyHolding } from '../../payments/holdings/rules/holding.ts'
import { holdingWrite } from '../../payments/holdings/store/holdings.ts'
import { awaitingSweep } from './awaiting-sweep.ts'

const shards = 4
const { lock, mode, address, derivationIndex } = aSession()
const { chainId, asset: symbol, tokenAddress, decimals } = lock

function holdingOf(sessionId: string) {
  const asset = { mode, sessionId, shard: shardOf(sessionId, shards), address, derivationIndex }
  const empty = emptyHolding({ ...asset, chainId, symbol, tokenAddress, decimals })
  return { ...empty, version: 1, dueSince: later(0), checkAt: later(0), balanceBase: 1n }
}

it('sums as much in several shards as in one, and says if there is more', async () => {
  const table = await testTable()
  noteShards(table, mode, { count: shards, before: shards, from: later(0).toISOString() })
  const add = (from: number) =>
    transact(
      table,
      Array.from({ length: 100 }, (_, index) => holdingWrite(holdingOf(`cs_${from + index}`), 0)),
    )
  for (let from = 0; from < 500; from += 100) await add(from)
  const sum = () => awaitingSweep({ table, now: () => later(1) }, mode, [chainId])
  expect(await sum()).toMatchObject({ awaiting: [{ addresses: 500 }], isPartial: false })
  await add(500)
  expect(await sum()).toMatchObject({ awaiting: [{ addresses: 500 }], isPartial: true })
})
