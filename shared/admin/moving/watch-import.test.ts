import { expect, it } from 'vitest'
import { aroundAwsCalls } from '../../../test/aws-calls.ts'
import { createdAt as at } from '../../../test/factories.ts'
import { testTable } from '../../../test/test-table.ts'
import type { Write } from '../../kernel/store/transact.ts'
import { transact } from '../../kernel/store/transact.ts'
import { instanceCreation } from '../../records/settings/store/instance.ts'
import { movedDataWrite } from './store/moved-data.ts'
import { watchImport } from './watch-import.ts'

const leftOut = { wallets: [], networks: [], notifiers: [], integrations: [], payoutWallets: [] }
const moved = (endedAt: Date | null) =>
  movedDataWrite({ checksum: 'abc', begunAt: at, endedAt, leftOut })
const setUp = instanceCreation({ firstAddresses: { live: '0x1', test: '0x2' }, setUpAt: at })

it.each<[string, Write, number]>([
  ['the instance is set up', setUp, 1],
  ['its import has ended', moved(at), 2],
])('reads nothing again as soon as %s', async (_, write, reads) => {
  const table = await testTable()
  const isImporting = watchImport(table)
  expect(await isImporting()).toBe(false)
  await transact(table, [moved(null)])
  expect(await isImporting()).toBe(true)
  await transact(table, [write])
  let calls = 0
  await aroundAwsCalls(
    (_call, send) => {
      calls += 1
      return send()
    },
    async () => {
      for (let run = 0; run < 3; run += 1) expect(await isImporting()).toBe(false)
    },
  )
  expect(calls).toBe(reads)
})
