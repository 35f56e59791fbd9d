import { getAddress } from 'viem'
import { expect, it, onTestFinished } from 'vitest'
import { askDirectly, startTestChain } from '../../../test/chain-fixture.ts'
import { startTestTable } from '../../../test/test-table.ts'
import { transact } from '../../kernel/store/transact.ts'
import {
  derivationStart,
  firstLostIndex,
  knownDerivationIndices,
  loadStop,
  nextDerivationIndex,
} from '../../payments/wallet/store/derivation-counter.ts'
import { avoidUsedAddresses } from './avoid-used-addresses.ts'

const hourMs = 3_600_000

/** Cheap to derive: each check reads 2,000. */
const addressAt = (index: number) => getAddress(`0x4242${index.toString(16).padStart(36, '0')}`)

/** An instance that assigns index 1,000 next. */
async function fixture() {
  const [chain, { table, stop }] = await Promise.all([startTestChain(), startTestTable()])
  onTestFinished(async () => void (await Promise.all([chain.stop(), stop()])))
  await transact(table, [derivationStart(table, 'test', 1_000)])
  const clock = { now: (await chain.node.getBlock()).timestamp * 1000n }
  const wallet = { walletId: 'wallet-1', firstIndex: 0, searchFrom: 0, addressAt }
  const services = {
    table,
    ask: askDirectly,
    now: () => new Date(Number(clock.now)),
    chains: async () => [chain.client],
    depositWallets: async () => ({ newest: wallet, all: [wallet] }),
  }
  return {
    chain,
    table,
    avoid: (foundAt?: Date) => avoidUsedAddresses(services, { mode: 'test', foundAt }),
    now: services.now,
    pass: (hours: number) => {
      clock.now += BigInt(hours * hourMs)
    },
    pay: async (index: number) => {
      await chain.mintUsdc(addressAt(index), 5n)
      await chain.mine()
    },
    next: () => knownDerivationIndices(table, 'test'),
    isStopped: async () => (await loadStop(table, 'test')) !== undefined,
  }
}

it('skips what was paid at an address that a new session would get, and stops at a second find within a day', async () => {
  const { avoid, pay, next, isStopped, pass, table } = await fixture()
  await pay(999)
  expect(await avoid()).toEqual({ outcome: 'unused' })
  await pay(1_500)
  expect(await avoid()).toEqual({ outcome: 'skipped', highest: 1_500 })
  expect(await next()).toBe(11_500)
  expect(await avoid()).toEqual({ outcome: 'unused' })
  // A restore searches what was skipped.
  expect(await firstLostIndex(table, 'test')).toBe(1_000)
  pass(25)
  await pay(11_700)
  expect(await avoid()).toEqual({ outcome: 'skipped', highest: 11_700 })
  pass(23)
  await pay(22_000)
  expect(await isStopped()).toBe(false)
  expect(await avoid()).toEqual({ outcome: 'stopped', highest: 22_000 })
  expect(await isStopped()).toBe(true)
  await expect(nextDerivationIndex(table, 'test')).rejects.toMatchObject({ code: 'intake_stopped' })
  // Nothing is assigned, so there is nothing to avoid.
  expect(await avoid()).toEqual({ outcome: 'unused' })
})

it('stops at a find that is the second one by what is known elsewhere', async () => {
  const { avoid, pay, now, isStopped } = await fixture()
  await pay(1_500)
  expect(await avoid(new Date(now().getTime() - 23 * hourMs))).toMatchObject({ outcome: 'stopped' })
  expect(await isStopped()).toBe(true)
})

it('closes nothing while a node does not respond, and finds it later', async () => {
  const { avoid, pay, next, chain, pass } = await fixture()
  await pay(1_500)
  chain.proxy.intercept(() => ({ error: { code: -32000, message: 'closed' } }))
  expect(await avoid()).toEqual({ outcome: 'unread' })
  expect(await next()).toBe(1_000)
  pass(30)
  chain.proxy.intercept(undefined)
  expect(await avoid()).toEqual({ outcome: 'skipped', highest: 1_500 })
})

it('takes no session for somebody else’s that is opened and paid meanwhile', async () => {
  const { avoid, pay, next, chain, table } = await fixture()
  await pay(1_000)
  chain.proxy.intercept(async () => {
    await transact(table, [derivationStart(table, 'test', 1_001)])
    return undefined
  })
  expect(await avoid()).toEqual({ outcome: 'unused' })
  expect(await next()).toBe(1_001)
})
