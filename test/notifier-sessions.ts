import { expect } from 'vitest'
import type { Notifier } from '../shared/chain/rules/notifier.ts'
import { transact } from '../shared/kernel/store/transact.ts'
import { listWatchedChains } from '../shared/merchant/notifiers/store/watched-chains.ts'
import { sessionCreation } from '../shared/payments/checkout-sessions/store/sessions.ts'
import { aSession } from './factories.ts'
import {
  addressAt,
  addressesOf,
  type NotifierFixture,
  notifierFixture,
} from './notifier-fixture.ts'

const day = 24 * 3600

/** The session of an index, as far as notifiers are concerned. */
export const sessionAt = (index: number) =>
  aSession({
    id: `cs_${String(index).padStart(26, '0')}`,
    address: addressAt(index),
    derivationIndex: index,
  })

export async function openSessions({ table, openedTo, now }: NotifierFixture, count: number) {
  const writes = Array.from({ length: count }, (_, index) =>
    sessionCreation(sessionAt(index), now()),
  )
  for (let start = 0; start < count; start += 100) {
    await transact(table, writes.slice(start, start + 100))
  }
  await openedTo(count)
}

/** The addresses of the chain's only webhook. */
export function onlyList({ vendor }: NotifierFixture, chainId = 31337): Set<string> {
  const [addresses, ...others] = vendor.addresses(chainId)
  expect(others).toEqual([])
  return addresses ?? new Set<string>()
}

/** After a day, the notifier has the addresses of so many sessions again, and no others. */
export async function expectRepaired(notifier: Notifier, sessions: number): Promise<void> {
  const fixture = await notifierFixture(notifier)
  await openSessions(fixture, sessions)
  await fixture.sync()
  const list = onlyList(fixture)
  const wanted = addressesOf(0, sessions + 200)
  expect(list).toEqual(wanted)
  const lost = [...wanted].filter((_, index) => index % 33 === 7)
  for (const address of lost) list.delete(address)
  list.add(addressAt(9_999_999))
  fixture.pass(day - 1)
  await fixture.sync()
  expect(fixture.repairs).toEqual([])
  fixture.pass(1)
  await fixture.sync()
  expect(fixture.repairs).toMatchObject([{ added: lost.length, removed: 1 }])
  expect(onlyList(fixture)).toEqual(wanted)
  expect(await listWatchedChains(fixture.table, 'test')).toMatchObject([
    { registeredTo: sessions + 200, webhooks: [{ addressCount: sessions + 200 }] },
  ])
}
