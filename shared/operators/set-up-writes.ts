import type { RandomBytes } from '../kernel/ids.ts'
import { type Mode, modes } from '../kernel/mode.ts'
import type { Sealed } from '../kernel/sealed.ts'
import type { Table } from '../kernel/store/table.ts'
import type { Write } from '../kernel/store/transact.ts'
import {
  instanceCreation,
  ownerCreation,
  type PayoutWallet,
  payoutWalletCreation,
} from '../settings/store/instance.ts'
import { settingsUpdate } from '../settings/store/settings.ts'
import type { AccountKeys } from '../wallet/keys/account-keys.ts'
import { deriveDepositAddress } from '../wallet/keys/derive-deposit-address.ts'
import {
  accountKeyContext,
  accountKeyCreation,
  mnemonicContext,
  mnemonicCreation,
} from '../wallet/store/wallet.ts'
import { hashPassword } from './hash-password.ts'
import { setupTokenRemoval } from './store/setup-token.ts'

type SealingPurpose = 'hd-mnemonic' | 'account-public-keys'

export type SetUpServices = {
  table: Table
  now: () => Date
  randomBytes: RandomBytes
  seal: (
    purpose: SealingPurpose,
    plaintext: string,
    context: Record<string, string>,
  ) => Promise<Sealed>
}

/** What a repeated setup can change. */
export function changeableWrites({ baseUrl }: { baseUrl: string }): Write[] {
  return modes.map((mode) => settingsUpdate(mode, { baseUrl }))
}

type MadeOnce = {
  mnemonic: string
  accountKeys: AccountKeys
  owner: { email: string; password: string }
  payoutWallets: readonly PayoutWallet[]
}

/** What only the first setup writes; the conditions of these writes fail for any later one. */
export async function writesMadeOnce(
  { now, randomBytes, seal }: SetUpServices,
  { mnemonic, accountKeys, owner, payoutWallets }: MadeOnce,
): Promise<Write[]> {
  const sealAccountKey = async (mode: Mode) =>
    accountKeyCreation(
      mode,
      await seal('account-public-keys', accountKeys[mode], accountKeyContext(mode)),
    )
  const setUpAt = now()
  const password = await hashPassword(owner.password, randomBytes)
  return [
    instanceCreation({ firstAddresses: firstAddresses(accountKeys), setUpAt }),
    ownerCreation({ email: owner.email, password, createdAt: setUpAt }),
    mnemonicCreation(await seal('hd-mnemonic', mnemonic, mnemonicContext)),
    ...(await Promise.all(modes.map(sealAccountKey))),
    ...payoutWallets.map(payoutWalletCreation),
    setupTokenRemoval(),
  ]
}

/** Public, and enough to check whether a mnemonic is the one used at setup. */
export function firstAddresses({ live, test }: AccountKeys): { live: string; test: string } {
  return { live: deriveDepositAddress(live, 0), test: deriveDepositAddress(test, 0) }
}
