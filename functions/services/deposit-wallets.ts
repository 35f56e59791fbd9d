import { KMSClient } from '@aws-sdk/client-kms'
import type { Mode } from '../../shared/kernel/mode.ts'
import { open } from '../../shared/kernel/sealing/seal.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import type { DepositWallet, DepositWallets } from '../../shared/payments/wallet/deposit-wallet.ts'
import { depositAddressesOf } from '../../shared/payments/wallet/keys/derive-deposit-address.ts'
import { readAccountKey } from '../../shared/payments/wallet/sealed-texts.ts'
import {
  accountKeyContext,
  listAccountKeys,
  type StoredAccountKey,
} from '../../shared/payments/wallet/store/wallet.ts'
import { walletNotConfigured } from '../../shared/payments/wallet/wallet-not-configured.ts'
import type { Config } from '../config.ts'
import { keptBriefly } from './kept-briefly.ts'
import { report } from './log-error.ts'

type AddressAt = DepositWallet['addressAt']

/** A wallet that was added is used within a minute. */
const fresh = { freshMs: 30_000, lastGoodMs: 600_000 } as const

/**
 * The wallets of a mode, the extended public keys of which a process decrypts once. Throws `wallet_not_configured` before
 * setup.
 */
export function depositWallets(
  config: Config,
  table: Table,
  prepare: (addressAt: AddressAt) => AddressAt = (addressAt) => addressAt,
): (mode: Mode) => Promise<DepositWallets> {
  const openKey = accountKeyOpener(config, prepare)
  const read = async (mode: Mode): Promise<DepositWallets> => {
    const stored = await listAccountKeys(table, mode)
    const all = await Promise.all(
      stored.map(async ({ accountKey, ...wallet }) => ({
        ...wallet,
        addressAt: await openKey(mode, { accountKey, ...wallet }),
      })),
    )
    const newest = all.at(-1)
    if (newest) return { newest, all }
    throw walletNotConfigured()
  }
  return keptBriefly(read, {
    ...fresh,
    onFailure: (error) => report('account keys not read', error),
  })
}

function accountKeyOpener(config: Config, prepare: (addressAt: AddressAt) => AddressAt) {
  const seal = { kms: new KMSClient(), keyId: config('KMS_KEY_ID'), purpose: 'account-public-keys' }
  const opened = new Map<string, Promise<AddressAt>>()
  const openKey = async (mode: Mode, { walletId, accountKey }: StoredAccountKey) => {
    const text = await open(seal, accountKey, accountKeyContext(mode, walletId))
    const { publicKey } = readAccountKey(text)
    return prepare(depositAddressesOf(publicKey))
  }
  return (mode: Mode, stored: StoredAccountKey): Promise<AddressAt> => {
    const known = opened.get(stored.accountKey.wrappedKey)
    if (known !== undefined) return known
    const opening = openKey(mode, stored)
    opened.set(stored.accountKey.wrappedKey, opening)
    opening.catch(() => opened.delete(stored.accountKey.wrappedKey))
    return opening
  }
}
