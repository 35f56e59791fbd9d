import { KMSClient } from '@aws-sdk/client-kms'
import type { Mode } from '../../shared/kernel/mode.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { depositAddressesOf } from '../../shared/wallet/keys/derive-deposit-address.ts'
import { open } from '../../shared/wallet/keys/seal.ts'
import { accountKeyContext, loadAccountKey } from '../../shared/wallet/store/wallet.ts'
import { walletNotConfigured } from '../../shared/wallet/wallet-not-configured.ts'
import type { Config } from '../config.ts'

type AddressAt = (index: number) => string

/**
 * The deposit addresses of a mode, by index. A mode's extended public key never changes, so a process decrypts it once.
 * Throws `wallet_not_configured` before setup.
 */
export function depositAddresses(
  config: Config,
  table: Table,
  prepare: (addressAt: AddressAt) => AddressAt = (addressAt) => addressAt,
): (mode: Mode) => Promise<AddressAt> {
  const seal = { kms: new KMSClient(), keyId: config('KMS_KEY_ID'), purpose: 'account-public-keys' }
  const opened = new Map<Mode, Promise<AddressAt>>()
  const openAccount = async (mode: Mode): Promise<AddressAt> => {
    const sealed = await loadAccountKey(table, mode)
    if (sealed) {
      return prepare(depositAddressesOf(await open(seal, sealed, accountKeyContext(mode))))
    }
    throw walletNotConfigured()
  }
  return (mode) => {
    const known = opened.get(mode)
    if (known !== undefined) return known
    const account = openAccount(mode)
    opened.set(mode, account)
    account.catch(() => opened.delete(mode))
    return account
  }
}
