import type { RandomBytes } from '../kernel/ids.ts'
import { type Mode, modes } from '../kernel/mode.ts'
import type { Sealed } from '../kernel/sealed.ts'
import type { Table } from '../kernel/store/table.ts'
import type { Write } from '../kernel/store/transact.ts'
import type { IsContractServices } from '../payout-wallets/is-contract.ts'
import type { PreparedPayoutWallet } from '../payout-wallets/new-payout-wallet.ts'
import { payoutsAtSetup } from '../payout-wallets/payouts-at-setup.ts'
import type { GivenPayoutWallet } from '../payout-wallets/wire/given-payout-wallets.ts'
import { instanceCreation, ownerCreation } from '../settings/store/instance.ts'
import { settingsUpdate } from '../settings/store/settings.ts'
import type { AccountKeys } from '../wallet/keys/account-keys.ts'
import { deriveDepositAddress } from '../wallet/keys/derive-deposit-address.ts'
import { firstWalletId } from '../wallet/rules/wallet-id.ts'
import {
  accountKeyContext,
  accountKeyCreation,
  mnemonicContext,
  mnemonicCreation,
} from '../wallet/store/wallet.ts'
import { gasWalletCreation } from '../wallet/store/wallet-addresses.ts'
import { hashPassword } from './hash-password.ts'
import { setupTokenRemoval } from './store/setup-token.ts'

type SealingPurpose = 'hd-mnemonic' | 'account-public-keys' | 'payout-wallets'

export type SetUpServices = IsContractServices & {
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

type SetUpWallet = {
  mnemonic: string
  accountKeys: AccountKeys
  gasWallets: Record<Mode, `0x${string}`>
}

type MadeOnce = SetUpWallet & { owner: { email: string; password: string } }

/** What only the first setup writes; the conditions of these writes fail for any later one. */
export async function writesMadeOnce(
  { now, randomBytes, seal }: SetUpServices,
  { mnemonic, accountKeys, gasWallets, owner }: MadeOnce,
): Promise<Write[]> {
  const sealAccountKey = async (mode: Mode) =>
    accountKeyCreation(
      mode,
      await seal('account-public-keys', accountKeys[mode], accountKeyContext(mode)),
    )
  const walletId = firstWalletId
  const setUpAt = now()
  const password = await hashPassword(owner.password, randomBytes)
  return [
    instanceCreation({ firstAddresses: firstAddresses(accountKeys), setUpAt }),
    ownerCreation({ email: owner.email, password, createdAt: setUpAt }),
    mnemonicCreation(walletId, await seal('hd-mnemonic', mnemonic, mnemonicContext(walletId))),
    ...(await Promise.all(modes.map(sealAccountKey))),
    ...modes.map((mode) => gasWalletCreation({ mode, walletId, address: gasWallets[mode] })),
    setupTokenRemoval(),
  ]
}

/** Public, and enough to check whether a mnemonic is the one used at setup. */
export function firstAddresses({ live, test }: AccountKeys): { live: string; test: string } {
  return { live: deriveDepositAddress(live, 0), test: deriveDepositAddress(test, 0) }
}

type Payouts = SetUpWallet & { payoutWallets: readonly GivenPayoutWallet[] }

/** The first payout wallets. Throws `parameter_invalid` for an address of the wallet itself. */
export function preparePayouts(
  { seal, ...services }: SetUpServices,
  { accountKeys, gasWallets, payoutWallets }: Payouts,
): Promise<PreparedPayoutWallet[]> {
  const newWallet = [...Object.values(firstAddresses(accountKeys)), ...Object.values(gasWallets)]
  return payoutsAtSetup(
    { ...services, sealPayoutWallet: (text, context) => seal('payout-wallets', text, context) },
    payoutWallets,
    newWallet,
  )
}
