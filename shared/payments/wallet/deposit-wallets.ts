import { KMSClient } from '@aws-sdk/client-kms'
import { keptBriefly } from '../../kernel/kept-briefly.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Config } from '../../kernel/operation/config.ts'
import { open } from '../../kernel/sealing/seal.ts'
import type { Table } from '../../kernel/store/table.ts'
import { report } from '../../log/report.ts'
import type { DepositWallet, DepositWallets } from './deposit-wallet.ts'
import { depositAddressesOf } from './keys/derive-deposit-address.ts'
import { readAccountKey } from './sealed-texts.ts'
import { accountKeyContext, listAccountKeys, type StoredAccountKey } from './store/wallet.ts'
import { walletNotConfigured } from './wallet-not-configured.ts'

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
