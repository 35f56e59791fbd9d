import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import {
  chainId,
  one,
  other,
  type PayoutWalletFixture,
  payoutWalletFixture,
  third,
} from '../../../test/payout-wallet-fixture.ts'
import { backUp, restoreBackup } from '../../../test/table-backup.ts'
import type { Table } from '../../kernel/store/table.ts'
import { storeItem } from '../../kernel/store/writes.ts'
import { PayoutWalletTampered } from './load-payout-wallet.ts'
import type { PayoutWallet, SealedPayoutAddress } from './rules/payout-wallet.ts'
import { payoutWalletKeys } from './store/keys.ts'
import { findPayoutWallet } from './store/payout-wallets.ts'

async function storedIn({ table }: Pick<PayoutWalletFixture, 'table'>): Promise<PayoutWallet> {
  const wallet = await findPayoutWallet(table, 'test', chainId)
  if (!wallet) throw new Error('it was set')
  return wallet
}

/** Writes the item without the key service, as someone can who may write the table. */
async function tamper(
  { table }: { table: Table },
  { current, next, ...rest }: PayoutWallet,
  at = payoutWalletKeys.payoutWallet(rest.mode, rest.chainId),
) {
  const text = (payout: SealedPayoutAddress) => ({
    ...payout,
    effectiveAt: payout.effectiveAt.toISOString(),
    setAt: payout.setAt.toISOString(),
  })
  await storeItem(table, { ...rest, ...at, current: text(current), next: next && text(next) })
}

describe('someone who can write the table without the key', () => {
  async function changed() {
    const instance = await payoutWalletFixture()
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
        ...wallet,
        next: null,
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
    await tamper(
      instance,
      { ...wallet, chainId: 84532 },
      payoutWalletKeys.payoutWallet('test', 84532),
    )
    await tamper(
      instance,
      { ...wallet, mode: 'live' },
      payoutWalletKeys.payoutWallet('live', chainId),
    )
    await expect(sweepsTo('test', 84532)).rejects.toBeInstanceOf(PayoutWalletTampered)
    await expect(sweepsTo('live')).rejects.toBeInstanceOf(PayoutWalletTampered)
    expect(await sweepsTo()).toBe(one)
  })

  it('gets nothing by an item that is not sealed', async () => {
    const { table, sweepsTo } = await payoutWalletFixture()
    const Item = {
      ...payoutWalletKeys.payoutWallet('test', chainId),
      mode: 'test',
      chainId,
      address: third,
    }
    await table.client.send(new PutCommand({ TableName: table.name, Item }))
    await expect(sweepsTo()).rejects.toThrow()
  })
})

describe('someone who puts back an earlier item', () => {
  const refused = (sweep: Promise<unknown>) =>
    expect(sweep).rejects.toBeInstanceOf(PayoutWalletTampered)

  it('gets nothing at the address that was in effect before', async () => {
    const { set, sweepsTo, later, ...instance } = await payoutWalletFixture()
    await set(one)
    const earlier = await storedIn(instance)
    await set(other)
    later(24)
    expect(await sweepsTo()).toBe(other)
    await tamper(instance, earlier)
    await refused(sweepsTo())
    await tamper(instance, { ...earlier, version: 3 })
    await refused(sweepsTo())
  })

  it('can’t revive a change that its owner cancelled, even if nothing was swept meanwhile', async () => {
    const { set, cancel, idle, sweepsTo, later, ...instance } = await payoutWalletFixture()
    await set(one)
    await set(other)
    const changing = await storedIn(instance)
    await idle()
    await cancel()
    await idle()
    await tamper(instance, changing)
    await refused(idle())
    later(24)
    await refused(sweepsTo())
  })

  it('can’t have it confirmed by its owner’s next change', async () => {
    const { set, sweepsTo, later, ...instance } = await payoutWalletFixture()
    await set(one)
    const { current } = await storedIn(instance)
    await set(other)
    later(24)
    await sweepsTo()
    await tamper(instance, { ...(await storedIn(instance)), current, next: null })
    await refused(sweepsTo())
    await set(third)
    await refused(sweepsTo())
    later(24)
    expect(await sweepsTo()).toBe(third)
  })

  it('can’t delete it to set another one at once', async () => {
    const { table, set, idle, sweepsTo, later } = await payoutWalletFixture()
    await set(one)
    await idle()
    const Key = payoutWalletKeys.payoutWallet('test', chainId)
    await table.client.send(new DeleteCommand({ TableName: table.name, Key }))
    await refused(idle())
    await refused(sweepsTo())
    await set(other)
    await idle()
    expect(await sweepsTo()).toBeUndefined()
    later(24)
    expect(await sweepsTo()).toBe(other)
  })

  it('can’t put back the whole table: its owner has to set the address again, which waits', async () => {
    const { table, set, sweepsTo, later } = await payoutWalletFixture()
    await set(one)
    const backup = await backUp(table)
    await set(other)
    later(24)
    expect(await sweepsTo()).toBe(other)
    await restoreBackup(table, backup)
    await refused(sweepsTo())
    expect(await set(one)).toMatchObject({ changed: true })
    await refused(sweepsTo())
    later(24)
    expect(await sweepsTo()).toBe(one)
  })

  it('can only put back what the sweep has not seen changed yet', async () => {
    const { set, sweepsTo, later, ...instance } = await payoutWalletFixture()
    await set(one)
    const earlier = await storedIn(instance)
    await set(other)
    await tamper(instance, earlier)
    later(24)
    expect(await sweepsTo()).toBe(one)
  })
})
