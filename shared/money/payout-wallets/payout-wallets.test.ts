import { getAddress } from 'viem'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startTestChain } from '../../../test/chain-fixture.ts'
import { one, other, payoutWalletFixture, third } from '../../../test/payout-wallet-fixture.ts'
import { pageAuditEntries } from '../../kernel/store/audit-log.ts'
import { transact } from '../../kernel/store/transact.ts'
import { holdingDue } from '../../payments/holdings/store/holdings.ts'
import { addressCreation } from '../../payments/ledger/store/addresses.ts'
import { derivationStop } from '../../payments/wallet/store/derivation-counter.ts'
import { gasWalletCreation } from '../../payments/wallet/store/wallet-addresses.ts'

describe('the payout wallet of a chain', () => {
  it('is none before its owner sets it, and then in effect at once', async () => {
    const { set, sweepsTo } = await payoutWalletFixture()
    expect(await sweepsTo()).toBeUndefined()
    expect(await set(one)).toMatchObject({
      changed: true,
      payoutWallet: { address: one, next: null },
    })
    expect(await sweepsTo()).toBe(one)
  })

  it('waits for 24 hours, too, once the wallet is a day old', async () => {
    const { set, sweepsTo, later } = await payoutWalletFixture([], { hoursOld: 24 })
    expect(await set(one)).toMatchObject({
      payoutWallet: { address: one, effectiveAt: '2026-03-02T12:00:00.000Z' },
    })
    expect(await sweepsTo()).toBeUndefined()
    later(24)
    expect(await sweepsTo()).toBe(one)
  })

  it('is refused for a network that is not enabled', async () => {
    const { set } = await payoutWalletFixture()
    const refused = { code: 'unsupported_chain', message: expect.stringContaining('not enabled') }
    await expect(set(one, 84532)).rejects.toMatchObject(refused)
  })

  it('changes after 24 hours, and not earlier', async () => {
    const { set, sweepsTo, later, list } = await payoutWalletFixture()
    await set(one)
    later(100)
    const { payoutWallet } = await set(other)
    expect(payoutWallet).toMatchObject({
      address: one,
      next: { address: other, effectiveAt: '2026-03-06T16:00:00.000Z' },
    })
    later(23.99)
    expect(await sweepsTo()).toBe(one)
    later(0.01)
    expect(await sweepsTo()).toBe(other)
    expect(await list()).toMatchObject([{ address: other, next: null }])
  })

  it('changes again 24 hours after the latest change', async () => {
    const { set, sweepsTo, later } = await payoutWalletFixture()
    await set(one)
    await set(other)
    later(20)
    await set(third)
    later(5)
    expect(await sweepsTo()).toBe(one)
    later(19)
    expect(await sweepsTo()).toBe(third)
    await set(one)
    expect(await sweepsTo()).toBe(third)
  })

  it('remains if the change is cancelled in time', async () => {
    const { set, cancel, sweepsTo, later } = await payoutWalletFixture()
    await set(one)
    await set(other)
    later(23)
    expect(await cancel()).toMatchObject({ cancelled: other, payoutWallet: { address: one } })
    later(100)
    expect(await sweepsTo()).toBe(one)
    await expect(cancel()).rejects.toMatchObject({ code: 'state_changed' })
  })

  it('can’t be cancelled once it is in effect', async () => {
    const { set, cancel, sweepsTo, later } = await payoutWalletFixture()
    await expect(cancel()).rejects.toMatchObject({ code: 'state_changed' })
    await set(one)
    await set(other)
    later(24)
    await expect(cancel()).rejects.toMatchObject({ code: 'state_changed' })
    expect(await sweepsTo()).toBe(other)
  })

  it('is the one before again if a restored table lacks that the change was cancelled', async () => {
    const { table, set, cancel, sweepsTo, later, now } = await payoutWalletFixture()
    await set(one)
    later(1)
    await set(other)
    const backedUpAt = now().toISOString()
    later(24)
    expect(await sweepsTo()).toBe(other)
    await expect(cancel(backedUpAt)).rejects.toThrow('Only restore cancels')
    await transact(table, [derivationStop('test', 0, now())])
    expect(await cancel(backedUpAt)).toMatchObject({ cancelled: other })
    expect(await sweepsTo()).toBe(one)
    expect(await cancel(backedUpAt)).toMatchObject({ cancelled: null })
  })

  it('is not changed by setting it again', async () => {
    const { set, changes, later, sweepsTo } = await payoutWalletFixture()
    await set(one)
    expect(await set(one)).toMatchObject({ changed: false })
    await set(other)
    later(12)
    expect(await set(other)).toMatchObject({ changed: false })
    await expect(set(one)).rejects.toThrow('cancel the change')
    later(12)
    expect(await sweepsTo()).toBe(other)
    expect(changes).toHaveLength(2)
  })

  it('is changed by one of two who do so at once, and then by the other', async () => {
    const { set, later, sweepsTo } = await payoutWalletFixture()
    await set(third)
    await Promise.all([set(one), set(other)])
    later(24)
    expect([one, other]).toContain(await sweepsTo())
  })

  it('is audited with who changed it, and noticed', async () => {
    const { table, set, cancel, changes, later } = await payoutWalletFixture()
    await set(one)
    later(1)
    await set(other)
    later(1)
    await cancel()
    const { items } = await pageAuditEntries(table, { mode: 'test' }, { limit: 10 })
    expect(items.map(({ action, target, outcome }) => [action, target, outcome])).toEqual([
      ['payout-wallet.cancel', 'chain 31337', `${other} → ${one}`],
      ['payout-wallet.set', 'chain 31337', `${one} → ${other}`],
      ['payout-wallet.set', 'chain 31337', `none → ${one}`],
    ])
    expect(changes.map(({ next }) => next?.address)).toEqual([undefined, other, undefined])
  })
})

describe('an address that is refused', () => {
  it('is one of our deposit addresses or gas wallets', async () => {
    const { table, set } = await payoutWalletFixture()
    const session = { id: 'cs_1', mode: 'live', derivationIndex: 3, address: one } as const
    const gas = { mode: 'live', walletId: 'wallet-1', address: other } as const
    await transact(table, [addressCreation(session), gasWalletCreation(gas)])
    for (const address of [one, other]) {
      await expect(set(address)).rejects.toMatchObject({
        code: 'parameter_invalid',
        param: 'address',
        message: expect.stringContaining('instance’s wallet'),
      })
    }
  })

  it('is a contract of the chain registry', async () => {
    const { set } = await payoutWalletFixture()
    const multicall3 = getAddress('0xca11bde05977b3631167028862be2a173976ca11')
    await expect(set(multicall3)).rejects.toThrow('is a contract of Local test chain')
  })
})

describe('of a network, where another one has the same in effect', () => {
  async function twoNetworks() {
    const [first, second] = [await startTestChain(), await startTestChain({ chainId: 84532 })]
    onTestFinished(first.stop)
    onTestFinished(second.stop)
    const fixture = await payoutWalletFixture([first, second], { hoursOld: 48 })
    await fixture.set(one)
    fixture.later(24)
    return { ...fixture, first, second }
  }
  const dayLater = '2026-03-03T12:00:00.000Z'
  const today = '2026-03-02T12:00:00.000Z'
  const effectiveAt = (at: string) => ({ payoutWallet: { effectiveAt: at } })

  it('is in effect at once, if it is an account', async () => {
    const { set } = await twoNetworks()
    expect(await set(other, 84532)).toMatchObject(effectiveAt(dayLater))
    const same = await twoNetworks()
    expect(await same.set(one, 84532)).toMatchObject(effectiveAt(today))
  })

  it('waits if money was there before, or if no node says what is at the address', async () => {
    const { set, table } = await twoNetworks()
    const asset = { chainId: 84532, symbol: 'ETH', tokenAddress: null, decimals: 18 }
    const at = { mode: 'test', sessionId: 'cs_1', address: other, derivationIndex: 0 } as const
    await transact(table, [holdingDue({ ...at, ...asset }, new Date(0))])
    expect(await set(one, 84532)).toMatchObject(effectiveAt(dayLater))
    const silent = await twoNetworks()
    silent.second.proxy.intercept(() => ({ error: { code: -32000, message: 'closed' } }))
    expect(await silent.set(one, 84532)).toMatchObject(effectiveAt(dayLater))
  })

  it('is refused if it is a contract there alone, and waits if it is one on both', async () => {
    const { set, first, second } = await twoNetworks()
    await first.node.setCode({ address: one, bytecode: '0x00' })
    await expect(set(one, 84532)).rejects.toThrow('is a contract on Local test chain')
    await second.node.setCode({ address: one, bytecode: '0x00' })
    expect(await set(one, 84532)).toMatchObject({ isContract: true, ...effectiveAt(dayLater) })
  })
})

it('says whether a contract is at the address, if the chain responds', async () => {
  const chain = await startTestChain()
  onTestFinished(chain.stop)
  const { set } = await payoutWalletFixture([chain])
  expect(await set(one)).toMatchObject({ isContract: false })
  await chain.node.setCode({ address: other, bytecode: '0x00' })
  expect(await set(other)).toMatchObject({ isContract: true })
  chain.proxy.intercept(() => ({ error: { code: -32000, message: 'closed' } }))
  expect(await set(third)).toMatchObject({ isContract: null })
})
