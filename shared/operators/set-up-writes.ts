import type { RandomBytes } from '../kernel/ids.ts'
import { type Mode, modes } from '../kernel/mode.ts'
import type { Sealed } from '../kernel/sealed.ts'
import type { Table } from '../kernel/store/table.ts'
import type { Write } from '../kernel/store/transact.ts'
import {
  type Notifier,
  type NotifierKey,
  notifierKeyContext,
} from '../networks/rules/notifier-key.ts'
import { notifierKeyReplacement } from '../networks/store/notifier-keys.ts'
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

type SealingPurpose = 'hd-mnemonic' | 'account-public-keys' | 'app-secrets'

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

type Changeable = {
  baseUrl: string
  notifierKeys: readonly { notifier: Notifier; chainId: number; signingKey: string }[]
}

/** What a repeated setup can change. */
export async function changeableWrites(
  { seal }: SetUpServices,
  { baseUrl, notifierKeys }: Changeable,
): Promise<Write[]> {
  const sealed = notifierKeys.map(async ({ signingKey, ...key }): Promise<NotifierKey> => {
    const context = notifierKeyContext(key)
    return { ...key, signingKey: await seal('app-secrets', signingKey, context) }
  })
  return [
    ...modes.map((mode) => settingsUpdate(mode, { baseUrl })),
    ...(await Promise.all(sealed)).map(notifierKeyReplacement),
  ]
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
