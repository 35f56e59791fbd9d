import { KMSClient } from '@aws-sdk/client-kms'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { getAddress } from 'viem'
import { describe, expect, it, onTestFinished } from 'vitest'
import { askDirectly, startTestChain, type TestChain } from '../../test/chain-fixture.ts'
import { localAws } from '../../test/local-aws.ts'
import { runAsOperator } from '../../test/run-as-operator.ts'
import { seededBytes } from '../../test/seeded-bytes.ts'
import { testTable } from '../../test/test-table.ts'
import type { Sealed } from '../kernel/sealed.ts'
import { keys } from '../kernel/store/keys.ts'
import type { Table } from '../kernel/store/table.ts'
import { transact } from '../kernel/store/transact.ts'
import { putItem } from '../kernel/store/writes.ts'
import { addressCreation } from '../ledger/store/addresses.ts'
import { pageAuditEntries } from '../operators/store/audit-log.ts'
import { open, seal } from '../wallet/keys/seal.ts'
import { gasWalletCreation } from '../wallet/store/wallet-addresses.ts'
import { runCancelPayoutWallet } from './cancel-payout-wallet.ts'
import { runListPayoutWallets } from './list-payout-wallets.ts'
import { loadPayoutWallet, PayoutWalletTampered } from './load-payout-wallet.ts'
import type { PayoutWallet, SealedPayoutAddress } from './rules/payout-wallet.ts'
import { runSetPayoutWallet } from './set-payout-wallet.ts'
import { findPayoutWallet } from './store/payout-wallets.ts'

const one = getAddress('0x70997970c51812dc3a010c7d01b50e0d17dc79c8')
const other = getAddress('0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc')
const third = getAddress('0xe42f4612e154153b68e241e8fde337e0c4dd6bbd')
const chainId = 31337
const hourMs = 3_600_000

async function fixture(chains: readonly TestChain[] = []) {
  const { keyId } = await localAws()
  const table = await testTable()
  const sealing = { kms: new KMSClient(), keyId, purpose: 'payout-wallets' }
  let nowMs = Date.parse('2026-03-01T12:00:00Z')
  const now = () => new Date(nowMs)
  const changes: PayoutWallet[] = []
  const services = {
    ...{ table, now, randomBytes: seededBytes('payout wallets'), ask: askDirectly },
    chains: async () => chains.map(({ client }) => client),
    sealPayoutWallet: (text: string, context: Record<string, string>) =>
      seal(sealing, text, context),
    onPayoutWalletChange: (wallet: PayoutWallet) => changes.push(wallet),
  }
  const openPayoutWallet = (sealed: Sealed, context: Record<string, string>) =>
    open(sealing, sealed, context)
  return {
    ...{ table, changes },
    later: (hours: number) => {
      nowMs += hours * hourMs
    },
    set: (address: `0x${string}`) =>
      runAsOperator(runSetPayoutWallet, services, { chainId, address }),
    cancel: () => runAsOperator(runCancelPayoutWallet, services, { chainId }),
    list: async () => (await runAsOperator(runListPayoutWallets, services, {})).payoutWallets,
    sweepsTo: async (mode: 'live' | 'test' = 'test', chain: number = chainId) =>
      (await loadPayoutWallet({ table, openPayoutWallet, now }, mode, chain))?.address,
  }
}

type Fixture = Awaited<ReturnType<typeof fixture>>

describe('the payout wallet of a chain', () => {
  it('is none before its owner sets it, and then in effect at once', async () => {
    const { set, sweepsTo } = await fixture()
    expect(await sweepsTo()).toBeUndefined()
    expect(await set(one)).toMatchObject({
      changed: true,
      payoutWallet: { address: one, next: null },
    })
    expect(await sweepsTo()).toBe(one)
  })

  it('changes after 24 hours, and not earlier', async () => {
    const { set, sweepsTo, later, list } = await fixture()
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
    const { set, sweepsTo, later } = await fixture()
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
    const { set, cancel, sweepsTo, later } = await fixture()
    await set(one)
    await set(other)
    later(23)
    expect(await cancel()).toMatchObject({ cancelled: other, payoutWallet: { address: one } })
    later(100)
    expect(await sweepsTo()).toBe(one)
    await expect(cancel()).rejects.toMatchObject({ code: 'state_changed' })
  })

  it('can’t be cancelled once it is in effect', async () => {
    const { set, cancel, sweepsTo, later } = await fixture()
    await expect(cancel()).rejects.toMatchObject({ code: 'state_changed' })
    await set(one)
    await set(other)
    later(24)
    await expect(cancel()).rejects.toMatchObject({ code: 'state_changed' })
    expect(await sweepsTo()).toBe(other)
  })

  it('is not changed by setting it again', async () => {
    const { set, changes, later, sweepsTo } = await fixture()
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
    const { set, later, sweepsTo } = await fixture()
    await set(third)
    await Promise.all([set(one), set(other)])
    later(24)
    expect([one, other]).toContain(await sweepsTo())
  })

  it('is audited with who changed it, and noticed', async () => {
    const { table, set, cancel, changes, later } = await fixture()
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

async function storedIn({ table }: Pick<Fixture, 'table'>): Promise<PayoutWallet> {
  const wallet = await findPayoutWallet(table, 'test', chainId)
  if (!wallet) throw new Error('it was set')
  return wallet
}

/** Writes the item without the key service, as someone can who may write the table. */
async function tamper(
  { table }: { table: Table },
  { current, next, ...rest }: PayoutWallet,
  at = keys.payoutWallet(rest.mode, rest.chainId),
) {
  const text = (payout: SealedPayoutAddress) => ({
    ...payout,
    effectiveAt: payout.effectiveAt.toISOString(),
  })
  await putItem(table, { ...rest, ...at, current: text(current), next: next && text(next) })
}

describe('someone who can write the table without the key', () => {
  async function changed() {
    const instance = await fixture()
    await instance.set(one)
    await instance.set(other)
    return { ...instance, wallet: await storedIn(instance) }
  }

  it.each([
    {
      what: 'the address',
      to: (wallet: PayoutWallet) => ({ ...wallet, current: { ...wallet.current, address: third } }),
    },
    {
      what: 'the address of a pending change',
      to: ({ next, ...wallet }: PayoutWallet) => ({
        ...wallet,
        next: next && { ...next, address: third },
      }),
    },
    {
      what: 'when a change takes effect',
      to: ({ next, ...wallet }: PayoutWallet) => ({
        ...wallet,
        next: next && { ...next, effectiveAt: new Date('2026-03-01T12:00:01Z') },
      }),
    },
    {
      what: 'the change, which becomes the current one',
      to: ({ next, current, ...wallet }: PayoutWallet) => ({
        ...{ ...wallet, next: null },
        current: next ?? current,
      }),
    },
    {
      what: 'the sealed text',
      to: ({ current, ...wallet }: PayoutWallet) => ({
        ...wallet,
        current: {
          ...current,
          sealed: { ...current.sealed, ciphertext: Buffer.from('{}').toString('base64') },
        },
      }),
    },
  ])('can’t change $what', async ({ to }) => {
    const { wallet, sweepsTo, ...instance } = await changed()
    await tamper(instance, to(wallet))
    await expect(sweepsTo()).rejects.toBeInstanceOf(PayoutWalletTampered)
  })

  it('can’t use it for another chain or mode', async () => {
    const { wallet, sweepsTo, ...instance } = await changed()
    await tamper(instance, { ...wallet, chainId: 84532 }, keys.payoutWallet('test', 84532))
    await tamper(instance, { ...wallet, mode: 'live' }, keys.payoutWallet('live', chainId))
    await expect(sweepsTo('test', 84532)).rejects.toBeInstanceOf(PayoutWalletTampered)
    await expect(sweepsTo('live')).rejects.toBeInstanceOf(PayoutWalletTampered)
    expect(await sweepsTo()).toBe(one)
  })

  it('gets nothing by an item that is not sealed', async () => {
    const { table, sweepsTo, set } = await fixture()
    const Item = { ...keys.payoutWallet('test', chainId), mode: 'test', chainId, address: third }
    await table.client.send(new PutCommand({ TableName: table.name, Item }))
    expect(await sweepsTo()).toBeUndefined()
    await set(one)
    expect(await sweepsTo()).toBe(one)
  })
})

describe('an address that is refused', () => {
  it('is one of our deposit addresses or gas wallets', async () => {
    const { table, set } = await fixture()
    const session = { id: 'cs_1', mode: 'live', derivationIndex: 3, address: one } as const
    const gas = { mode: 'live', walletId: 'wallet-1', address: other } as const
    await transact(table, [addressCreation(session), gasWalletCreation(gas)])
    for (const address of [one, other]) {
      await expect(set(address)).rejects.toMatchObject({
        ...{ code: 'parameter_invalid', param: 'address' },
        message: expect.stringContaining('instance’s wallet'),
      })
    }
  })

  it('is a contract of the chain registry', async () => {
    const { set } = await fixture()
    const multicall3 = getAddress('0xca11bde05977b3631167028862be2a173976ca11')
    await expect(set(multicall3)).rejects.toThrow('is a contract of Local test chain')
  })
})

it('says whether a contract is at the address, if the chain responds', async () => {
  const chain = await startTestChain()
  onTestFinished(chain.stop)
  const { set } = await fixture([chain])
  expect(await set(one)).toMatchObject({ isContract: false })
  await chain.node.setCode({ address: other, bytecode: '0x00' })
  expect(await set(other)).toMatchObject({ isContract: true })
  chain.proxy.intercept(() => ({ error: { code: -32000, message: 'closed' } }))
  expect(await set(third)).toMatchObject({ isContract: null })
})
