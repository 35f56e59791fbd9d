import { expect, it } from 'vitest'
import { aSession } from '../../../test/factories.ts'
import { seededBytes } from '../../../test/seeded-bytes.ts'
import { testTable } from '../../../test/test-table.ts'
import { newId } from '../../kernel/ids.ts'
import type { Table } from '../../kernel/store/table.ts'
import { transact } from '../../kernel/store/transact.ts'
import { sessionCreation } from '../../payments/checkout-sessions/store/sessions.ts'
import { holdingDue } from '../../payments/holdings/store/holdings.ts'
import { searchedAddresses } from './searched-addresses.ts'

const since = new Date('2026-03-01T12:00:00Z')
const randomBytes = seededBytes('searched')

function createdBefore(minutes: number, changes: Parameters<typeof aSession>[0] = {}) {
  const createdAt = new Date(since.getTime() - minutes * 60_000)
  const lateUntil = new Date(createdAt.getTime() + 3_600_000)
  const times = { createdAt, expiresAt: lateUntil, lateUntil }
  return aSession({ ...times, id: newId('checkoutSession', createdAt, randomBytes), ...changes })
}

async function all(table: Table): Promise<string[]> {
  const search = { mode: 'test' as const, since, chainIds: [1, 31337] }
  const found: string[] = []
  let after: string | undefined
  do {
    const page = await searchedAddresses(table, search, after)
    const { of = '' } = /^(?<of>\w+)/.exec(after ?? 'sessions')?.groups ?? {}
    found.push(...page.addresses.map(({ sessionId }) => `${of} on ${page.chainIds}: ${sessionId}`))
    after = page.next ?? undefined
  } while (after)
  return found
}

it('searches what was open at the backup, and then what was due on each chain, page by page', async () => {
  const table = await testTable()
  const open = Array.from({ length: 130 }, (_, index) => createdBefore(index / 10))
  const over = [
    createdBefore(5, { status: 'paid', closedAt: since }),
    createdBefore(90, { status: 'expired', closedAt: since }),
    // The shop opened it after the switch, so all of it is known.
    createdBefore(-60),
  ]
  const stillOnItsWay = createdBefore(90, { status: 'detected', closedAt: null })
  const wanted = [...open, stillOnItsWay]
  const sessions = [...wanted, ...over]
  for (let start = 0; start < sessions.length; start += 100) {
    const batch = sessions.slice(start, start + 100)
    await transact(
      table,
      batch.map((session) => sessionCreation(session, since)),
    )
  }
  const asset = { symbol: 'USDC', tokenAddress: '0x01', decimals: 6, address: '0x02' }
  const due = Array.from({ length: 104 }, (_, index) => {
    const held = {
      ...asset,
      mode: 'test' as const,
      derivationIndex: index,
      sessionId: `cs_${index}`,
    }
    return holdingDue({ ...held, chainId: index < 3 ? 1 : 31337 }, since)
  })
  await transact(table, due.slice(0, 90))
  await transact(table, due.slice(90))
  expect((await all(table)).toSorted()).toEqual(
    [
      ...wanted.map(({ id }) => `sessions on 1,31337: ${id}`),
      ...due.map((_, index) => `holdings on ${index < 3 ? 1 : 31337}: cs_${index}`),
    ].toSorted(),
  )
})

it('refuses a place that no page returned', async () => {
  const search = { mode: 'test' as const, since, chainIds: [1] }
  await expect(searchedAddresses(await testTable(), search, 'everywhere')).rejects.toMatchObject({
    code: 'parameter_invalid',
  })
})
