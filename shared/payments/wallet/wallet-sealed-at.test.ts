import { KMSClient } from '@aws-sdk/client-kms'
import { expect, it } from 'vitest'
import { localAws } from '../../../test/local-aws.ts'
import { testTable } from '../../../test/test-table.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Sealed } from '../../kernel/sealed.ts'
import { open, SealBroken, seal } from '../../kernel/sealing/seal.ts'
import { transact } from '../../kernel/store/transact.ts'
import { storeItem } from '../../kernel/store/writes.ts'
import { firstWalletId } from './rules/wallet-id.ts'
import { accountKeyText } from './sealed-texts.ts'
import { walletKeys } from './store/keys.ts'
import { accountKeyContext, accountKeyCreation } from './store/wallet.ts'
import { walletSealedAt } from './wallet-sealed-at.ts'

const march = new Date('2026-03-01T12:00:00Z')
const april = new Date('2026-04-01T12:00:00Z')

type Wallet = { mode: Mode; walletId: string; sealedAt: Date }

/** An instance with these wallets, as they were sealed. */
async function instance(wallets: readonly Wallet[]) {
  const { keyId } = await localAws()
  const table = await testTable()
  const sealing = { kms: new KMSClient(), keyId, purpose: 'account-public-keys' }
  const sealedOf = ({ mode, walletId, sealedAt }: Wallet) =>
    seal(
      sealing,
      accountKeyText({ publicKey: 'xpub', sealedAt }),
      accountKeyContext(mode, walletId),
    )
  for (const wallet of wallets) {
    const { mode, walletId } = wallet
    const stored = { walletId, accountKey: await sealedOf(wallet), firstIndex: 0, searchFrom: 0 }
    await transact(table, [accountKeyCreation(mode, stored)])
  }
  const openAccountKey = (sealed: Sealed, context: Record<string, string>) =>
    open(sealing, sealed, context)
  return {
    table,
    sealedOf,
    sealedAt: (mode: Mode) => walletSealedAt({ table, openAccountKey }, mode),
  }
}

it('is when the oldest wallet of the mode was sealed, whichever number it has', async () => {
  const { sealedAt } = await instance([
    { mode: 'live', walletId: firstWalletId, sealedAt: april },
    { mode: 'live', walletId: 'wallet-2', sealedAt: march },
    { mode: 'test', walletId: firstWalletId, sealedAt: april },
  ])
  expect(await sealedAt('live')).toEqual(march)
  expect(await sealedAt('test')).toEqual(april)
})

it('is undefined before there is a wallet', async () => {
  const { sealedAt } = await instance([])
  expect(await sealedAt('live')).toBeUndefined()
})

it('can’t be changed by a row: not by what it says, nor by another wallet’s seal', async () => {
  const wallet = { mode: 'live', walletId: firstWalletId, sealedAt: march } as const
  const { table, sealedAt, sealedOf } = await instance([wallet])
  const row = { ...walletKeys.wallet('live'), walletId: firstWalletId }
  await storeItem(table, { ...row, sealedAt: april.toISOString() })
  expect(await sealedAt('live')).toEqual(march)
  const younger = await sealedOf({ ...wallet, walletId: 'wallet-2', sealedAt: april })
  await storeItem(table, { ...row, accountKey: younger })
  await expect(sealedAt('live')).rejects.toBeInstanceOf(SealBroken)
})
