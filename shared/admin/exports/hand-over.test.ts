import { expect, it } from 'vitest'
import { exportFixture } from '../../../test/export-fixture.ts'
import { addSessions, exportsOnTable, idsIn, newestFirst } from '../../../test/export-sessions.ts'
import { aSession, aTransfer, later } from '../../../test/factories.ts'
import { seededBytes } from '../../../test/seeded-bytes.ts'
import { newId } from '../../kernel/ids.ts'
import { queryPage } from '../../kernel/store/query.ts'
import type { Table } from '../../kernel/store/table.ts'
import { transact, type Write } from '../../kernel/store/transact.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import {
  sessionCreation,
  sessionReplacement,
} from '../../payments/checkout-sessions/store/sessions.ts'
import { emptyHolding } from '../../payments/holdings/rules/holding.ts'
import { holdingWrite } from '../../payments/holdings/store/holdings.ts'
import { saveTransfers } from '../../payments/ledger/store/transfers.ts'
import { exportKeys } from './store/keys.ts'

const bytes = seededBytes('payments opened during an export')

it('continues where an invocation died, and never has two that store', async () => {
  const { table, clock, start, run, list, csv } = await exportsOnTable({ turnMs: 3_600_000 })
  const sessions = await addSessions(table, 420)
  const { id } = await start()
  const send = table.client.send.bind(table.client)
  let left = 11
  const dying: Table = {
    ...table,
    client: Object.assign(Object.create(table.client), {
      send: (command: Parameters<typeof send>[0]) => {
        left -= 1
        return left < 0 ? Promise.reject(new Error('killed')) : send(command)
      },
    }),
  }
  // It stores its progress every few rows.
  const ticking = () => {
    clock.seconds += 0.1
    return later(clock.seconds)
  }
  const other = exportFixture(dying, { now: ticking, turnMs: 3_600_000 })
  await expect(other.run(id)).rejects.toThrow('killed')
  const [halfway] = await list()
  expect(halfway?.state).toBe('running')
  expect(halfway?.rows).toBeGreaterThan(0)
  expect(halfway?.percent).toBeGreaterThan(0)
  expect(await run(id)).toBe('over')
  expect((await list())[0]).toMatchObject({ state: 'running', rows: halfway?.rows })
  clock.seconds += 60
  expect((await list())[0]?.state).toBe('stalled')
  await run(id)
  expect((await list())[0]).toMatchObject({ state: 'done', rows: 420 })
  expect(idsIn(await csv(id))).toEqual(newestFirst(sessions))
})

it('hands over to the next invocation before its time is up', async () => {
  const { table, clock, start, run, list, csv } = await exportsOnTable({ turnMs: 20_000 })
  const sessions = await addSessions(table, 210)
  const { id } = await start()
  clock.perCall = 0.2
  let turns = 1
  while ((await run(id)) === 'continues') turns += 1
  expect(turns).toBeGreaterThan(2)
  clock.perCall = 0
  expect((await list())[0]?.state).toBe('done')
  expect(idsIn(await csv(id))).toEqual(newestFirst(sessions))
})

it('hands over in time, however quickly its parts fill', async () => {
  const { table, clock } = await exportsOnTable()
  const keys = Array.from({ length: 50 }, (_, key) => [`key${key}`, 'x'.repeat(500)])
  const sessions = await addSessions(table, 60, () => ({ metadata: Object.fromEntries(keys) }))
  const send = (command: Parameters<typeof table.client.send>[0]) => {
    clock.seconds += 1
    return table.client.send(command)
  }
  const slow = { ...table, client: Object.assign(Object.create(table.client), { send }) }
  const { start, run, csv } = exportFixture(slow, {
    now: () => later(clock.seconds),
    turnMs: 5_000,
  })
  const { id } = await start()
  let turns = 1
  while ((await run(id)) === 'continues') turns += 1
  expect(turns).toBeGreaterThan(1)
  expect(idsIn(await csv(id))).toEqual(newestFirst(sessions))
})

type Meanwhile = (newest: CheckoutSession | undefined) => Write

const openOne: Meanwhile = () => {
  const createdAt = later(9_000)
  const id = newId('checkoutSession', createdAt, bytes)
  return sessionCreation(aSession({ id, createdAt }), createdAt)
}

const payNewest: Meanwhile = (newest) =>
  sessionReplacement({ ...aSession(newest), status: 'paid', version: 2 }, 1, later(9_000))

it.each([
  { change: 'a payment is opened', status: 'pending', statuses: [], meanwhile: openOne },
  {
    change: 'one no longer matches',
    status: 'underpaid',
    statuses: ['underpaid'],
    meanwhile: payNewest,
  },
] as const)(
  'has every row once if $change between two invocations',
  async ({ status, statuses, meanwhile }) => {
    const { table, clock, start, run, csv } = await exportsOnTable()
    const sessions = await addSessions(table, 210, () => ({ status, version: 1 }))
    const { id } = await start({ statuses: [...statuses] })
    const hasty = exportFixture(table, { now: () => later(clock.seconds), turnMs: 0 })
    expect(await hasty.run(id)).toBe('continues')
    const change = await transact(table, [meanwhile(sessions.at(-1))])
    expect(change.committed).toBe(true)
    expect(await run(id)).toBe('over')
    expect(idsIn(await csv(id))).toEqual(newestFirst(sessions))
  },
)

it('has each holding as a whole, however many rows and parts it takes', async () => {
  const { table, clock, start, run, list, csv } = await exportsOnTable()
  const keys = Array.from({ length: 50 }, (_, key) => [`key${key}`, 'x'.repeat(500)])
  const sessions = await addSessions(table, 2, () => ({ metadata: Object.fromEntries(keys) }))
  const { chainId, asset: symbol, decimals, tokenAddress } = aSession().lock
  for (const { mode, id: sessionId, address, derivationIndex } of sessions) {
    const asset = { mode, sessionId, address, derivationIndex, chainId, symbol, decimals }
    const holding = { ...emptyHolding({ ...asset, tokenAddress }), version: 1 }
    await transact(table, [holdingWrite(holding, 0)])
    const transfers = Array.from({ length: 24 }, (_, index) =>
      aTransfer({ chainId, tokenAddress, txHash: `0x${index}`, blockNumber: BigInt(index) }),
    )
    await saveTransfers(table, { mode, sessionId }, transfers)
  }
  const { id } = await start({ of: 'payouts' })
  const hasty = exportFixture(table, { now: () => later(clock.seconds), turnMs: 0 })
  expect(await hasty.run(id)).toBe('continues')
  expect((await list())[0]?.rows).toBe(24)
  expect(await run(id)).toBe('over')
  const rows = (await csv(id)).split('\r\n').filter((line) => line.startsWith('payment,'))
  expect(rows.map((line) => line.split(',')[1])).toEqual(
    sessions.flatMap((session) => Array.from({ length: 24 }, () => session.id)),
  )
  const parts = await queryPage(table, { partition: exportKeys.exportPart('test', id, 0).pk })
  expect(parts.rows).toHaveLength(6)
})
