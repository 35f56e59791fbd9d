import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { eventually } from '../../../test/eventually.ts'
import {
  addressAt,
  addressesOf,
  type NotifierFixture,
  notifierFixture,
} from '../../../test/notifier-fixture.ts'
import {
  expectRepaired,
  onlyList,
  openSessions,
  sessionAt,
} from '../../../test/notifier-sessions.ts'
import { chainNotifiers } from '../../chain/notifiers/chain-notifiers.ts'
import { notifiers } from '../../chain/rules/notifier.ts'
import { readItem } from '../../kernel/store/read-item.ts'
import { transact } from '../../kernel/store/transact.ts'
import { closedAddressCreation } from '../../payments/ledger/store/closed-addresses.ts'
import { notifierKeys } from './store/keys.ts'
import { connectionUpdate, listConnections } from './store/notifier-connections.ts'
import { listNotifierKeys } from './store/notifier-keys.ts'
import { claimSync } from './store/sync-lease.ts'
import { listWatchedChains, watchedChainReplacement } from './store/watched-chains.ts'

const hour = 3600
const day = 24 * hour

describe.each(notifiers)('%s', (notifier) => {
  it('gets a webhook per chain, with the next 200 addresses', async () => {
    const fixture = await notifierFixture(notifier)
    fixture.enabled.push(31338)
    expect(await fixture.sync()).toBe('synced')
    for (const chainId of [31337, 31338]) {
      expect(onlyList(fixture, chainId)).toEqual(addressesOf(0, 200))
    }
    expect(await listNotifierKeys(fixture.table, notifier)).toHaveLength(2)
    expect(await fixture.connection()).toMatchObject({ problem: null, syncedAt: fixture.now() })
  })

  it('keeps 200 addresses ahead of the sessions, those of more than 200 at once included', async () => {
    const fixture = await notifierFixture(notifier)
    await fixture.sync()
    await openSessions(fixture, 10)
    await fixture.sync()
    expect(onlyList(fixture)).toEqual(addressesOf(0, 210))
    await fixture.openedTo(500)
    await fixture.sync()
    expect(onlyList(fixture)).toEqual(addressesOf(0, 700))
  })

  it('is repaired every day if it lost 3 % of its addresses or has others', () =>
    expectRepaired(notifier, 400))

  it('gets the addresses of a wallet that was added, those of its sessions included', async () => {
    const fixture = await notifierFixture(notifier)
    await openSessions(fixture, 10)
    await fixture.sync()
    const newAddress = (index: number) => `0x${'f'.repeat(20)}${String(index).padStart(20, '0')}`
    fixture.addWallet(10, newAddress)
    await fixture.openedTo(15)
    await fixture.sync()
    const added = Array.from({ length: 205 }, (_, offset) => newAddress(10 + offset))
    const list = onlyList(fixture)
    expect(added.filter((address) => !list.has(address))).toEqual([])
    expect([...addressesOf(0, 10)].filter((address) => !list.has(address))).toEqual([])
    await fixture.sync()
    expect(onlyList(fixture).size).toBe(210 + 205)
    fixture.pass(day)
    await fixture.sync()
    const sessions = addressesOf(0, 10)
    expect(onlyList(fixture)).toEqual(new Set([...sessions, ...added]))
  })

  it('is resumed if it was paused', async () => {
    const fixture = await notifierFixture(notifier)
    await fixture.sync()
    fixture.vendor.pause(31337)
    fixture.pass(60)
    await fixture.sync()
    expect(fixture.vendor.isActive(31337)).toBe(true)
    expect(await listWatchedChains(fixture.table, 'test')).toMatchObject([
      { resumedAt: fixture.now() },
    ])
  })

  it('gets its webhook again, with all addresses, if somebody deleted it', async () => {
    const fixture = await notifierFixture(notifier)
    await openSessions(fixture, 5)
    await fixture.sync()
    const [before] = await listNotifierKeys(fixture.table, notifier)
    fixture.vendor.remove(31337)
    await fixture.sync()
    expect(onlyList(fixture)).toEqual(addressesOf(0, 205))
    const [after, ...others] = await listNotifierKeys(fixture.table, notifier)
    expect(others).toEqual([])
    expect(after?.webhookId).not.toBe(before?.webhookId)
  })

  it('says so if its token was revoked, and continues once it is accepted again', async () => {
    const fixture = await notifierFixture(notifier)
    const accepted = fixture.network.token
    fixture.network.token = 'revoked'
    expect(await fixture.sync()).toBe('failed')
    expect((await fixture.connection()).problem).toMatch(/did not accept the token \(HTTP 401\)/)
    expect(JSON.stringify(fixture.problems)).not.toContain('revoked')
    fixture.network.token = accepted
    expect(await fixture.sync()).toBe('synced')
    expect((await fixture.connection()).problem).toBeNull()
  })

  it('loses its webhooks when a chain is taken out, and all when it is disconnected', async () => {
    const fixture = await notifierFixture(notifier)
    fixture.enabled.push(31338)
    await fixture.sync()
    fixture.enabled.pop()
    await fixture.sync()
    expect(fixture.vendor.addresses(31338)).toEqual([])
    expect(await listNotifierKeys(fixture.table, notifier)).toHaveLength(1)
    await fixture.disconnect()
    expect(await fixture.sync()).toBe('disconnected')
    expect(fixture.vendor.addresses(31337)).toEqual([])
    expect(await listNotifierKeys(fixture.table, notifier)).toEqual([])
    expect(await listConnections(fixture.table, 'test')).toEqual([])
  })

  it('ends with one webhook and all addresses, whichever call to it fails or is cut off', async () => {
    const outcomes = new Set<string>()
    for (const after of [false, true]) {
      for (let failing = 0; failing < 8; failing++) {
        const fixture = await notifierFixture(notifier)
        await openSessions(fixture, 3)
        const calls = failCall(fixture, failing, after)
        outcomes.add(await fixture.sync())
        calls.restore()
        // The next run, whatever the one before left.
        expect(await fixture.sync()).toBe('synced')
        expect(onlyList(fixture)).toEqual(addressesOf(0, 203))
        expect(await listNotifierKeys(fixture.table, notifier)).toHaveLength(1)
      }
    }
    expect(outcomes).toEqual(new Set(['failed', 'synced']))
  })
})

/** The call of that number fails, before it arrives at the vendor or after. */
function failCall({ network }: NotifierFixture, failing: number, after: boolean) {
  const usual = network.fetch
  let number = 0
  network.fetch = async (...call) => {
    const isFailing = number++ === failing
    if (isFailing && !after) throw new TypeError('fetch failed')
    const response = await usual(...call)
    if (isFailing) throw new TypeError('fetch failed')
    return response
  }
  return {
    restore: () => {
      network.fetch = usual
    },
  }
}

describe('addresses of closed sessions', () => {
  async function closed(hadMoney: boolean) {
    const fixture = await notifierFixture()
    await fixture.openedTo(1)
    const closedAt = fixture.now()
    const session = { ...sessionAt(0), closedAt, firstSeenAt: hadMoney ? closedAt : null }
    await transact(fixture.table, [closedAddressCreation(session)])
    await fixture.sync()
    const isRegistered = () => onlyList(fixture).has(addressAt(0))
    expect(isRegistered()).toBe(true)
    return { fixture, isRegistered }
  }

  it('are taken out after a day if nothing came', async () => {
    const { fixture, isRegistered } = await closed(false)
    fixture.pass(day - 60)
    await fixture.sync()
    expect(isRegistered()).toBe(true)
    // Hours of closing end on the hour, and the run after that takes their addresses out.
    fixture.pass(hour + 60)
    await fixture.sync()
    expect(isRegistered()).toBe(false)
  })

  it('are taken out after 90 days if money came', async () => {
    const { fixture, isRegistered } = await closed(true)
    for (const passed of [day + hour, 88 * day]) {
      fixture.pass(passed)
      await fixture.sync()
      expect(isRegistered()).toBe(true)
    }
    fixture.pass(day + hour)
    await fixture.sync()
    expect(isRegistered()).toBe(false)
  })
})

it('spreads addresses over webhooks as they fill', async () => {
  const fixture = await notifierFixture()
  await fixture.sync()
  const [chain] = await listWatchedChains(fixture.table, 'test')
  const [webhook] = chain?.webhooks ?? []
  if (!chain || !webhook) throw new Error('the chain is not watched')
  const nearlyFull = { ...webhook, addressCount: chainNotifiers.alchemy.maxAddresses - 10 }
  const full = { ...chain, webhooks: [nearlyFull] }
  await transact(fixture.table, [watchedChainReplacement('test', full)])
  await fixture.openedTo(30)
  await fixture.sync()
  expect(fixture.vendor.addresses(31337)).toEqual([addressesOf(0, 200), addressesOf(200, 230)])
  fixture.pass(day)
  await fixture.sync()
  // Nobody has the first 30, but they were assigned last.
  expect(fixture.vendor.addresses(31337)).toEqual([addressesOf(0, 200), addressesOf(200, 230)])
})

it('keeps what joins the pool while a list is being compared', async () => {
  const fixture = await notifierFixture()
  await openSessions(fixture, 3)
  await fixture.sync()
  const usual = fixture.network.fetch
  fixture.network.fetch = async (url, options) => {
    if (String(url).includes('/webhook-addresses')) {
      await fixture.openedTo(40)
      for (const address of addressesOf(203, 240)) onlyList(fixture).add(address)
    }
    return usual(url, options)
  }
  fixture.pass(day)
  await fixture.sync()
  expect(fixture.repairs).toMatchObject([{ added: 0, removed: 0 }])
  expect(onlyList(fixture)).toEqual(addressesOf(0, 240))
})

it('keeps the address of a session that no index shows yet', async () => {
  const fixture = await notifierFixture()
  await openSessions(fixture, 3)
  await fixture.sync()
  // Its index is taken, and its session is being created.
  await fixture.openedTo(4)
  fixture.pass(day)
  await fixture.sync()
  expect(onlyList(fixture)).toContain(addressAt(3))
})

it('takes an address out once, even if another chain fails for hours', async () => {
  const fixture = await notifierFixture()
  fixture.enabled.push(31338)
  await fixture.sync()
  const usual = fixture.network.fetch
  let changes = 0
  fixture.network.fetch = async (url, options) => {
    const body = String(options?.body ?? '')
    if (String(url).includes('/create-webhook')) throw new TypeError('fetch failed')
    if (body.includes('"addresses_to_remove":["0x')) changes++
    return usual(url, options)
  }
  const closedAt = fixture.now()
  await transact(fixture.table, [closedAddressCreation({ ...sessionAt(0), closedAt })])
  fixture.vendor.remove(31338)
  fixture.pass(day + hour)
  for (const _ of Array.from({ length: 5 })) {
    expect(await fixture.sync()).toBe('failed')
    fixture.pass(60)
  }
  expect(changes).toBe(1)
})

it('stores no token that the vendor repeats', async () => {
  const fixture = await notifierFixture()
  const { token } = fixture.network
  fixture.network.fetch = async () => new Response(`invalid token ${token}`, { status: 400 })
  await fixture.sync()
  expect((await fixture.connection()).problem).toContain('invalid token …')
})

it('repairs on demand', async () => {
  const fixture = await notifierFixture()
  await fixture.sync()
  onlyList(fixture).delete(addressAt(5))
  fixture.pass(60)
  const request = connectionUpdate(await fixture.connection(), { repairRequestedAt: fixture.now() })
  await transact(fixture.table, [request])
  await fixture.sync()
  await fixture.sync()
  expect(fixture.repairs).toMatchObject([{ added: 1, removed: 0 }])
})

it('is synced by the next run a minute after one was killed, and not while one still works', async () => {
  const fixture = await notifierFixture()
  await claimSync(fixture.table, await fixture.connection(), {
    holder: 'killed',
    until: new Date(fixture.now().getTime() + 60_000),
    now: fixture.now(),
  })
  fixture.pass(59)
  expect(await fixture.sync()).toBe('busy')
  fixture.pass(1)
  const usual = fixture.network.fetch
  const [asked, mayContinue] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  fixture.network.fetch = async (...call) => {
    asked.resolve()
    await mayContinue.promise
    return usual(...call)
  }
  const slow = fixture.sync()
  await asked.promise
  for (let minute = 0; minute < 5; minute++) {
    const before = await leaseOf(fixture)
    fixture.pass(45)
    await eventually(
      () => leaseOf(fixture),
      (until) => until > before,
    )
    expect(await fixture.sync()).toBe('busy')
  }
  mayContinue.resolve()
  expect(await slow).toBe('synced')
  expect(await fixture.sync()).toBe('synced')
})

async function leaseOf({ table, connection }: NotifierFixture): Promise<string> {
  const { mode, notifier } = await connection()
  const lease = z.object({ busyUntil: z.string() })
  return (await readItem(table, notifierKeys.notifier(mode, notifier), lease))?.busyUntil ?? ''
}

it('is synced by one run at a time', async () => {
  const fixture = await notifierFixture()
  const outcomes = await Promise.all([fixture.sync(), fixture.sync(), fixture.sync()])
  expect(outcomes.toSorted()).toEqual(['busy', 'busy', 'synced'])
  expect(onlyList(fixture)).toEqual(addressesOf(0, 200))
})
