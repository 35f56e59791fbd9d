import type { RandomBytes } from '../../kernel/ids.ts'
import { modes } from '../../kernel/mode.ts'
import type { Sealed } from '../../kernel/sealed.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Write } from '../../kernel/store/transact.ts'
import type { IsContractServices } from '../../money/payout-wallets/is-contract.ts'
import type { PreparedPayoutWallet } from '../../money/payout-wallets/new-payout-wallet.ts'
import { payoutsAtSetup } from '../../money/payout-wallets/payouts-at-setup.ts'
import type { SeenPayoutWallets } from '../../money/payout-wallets/store/seen-payout-wallets.ts'
import type { GivenPayoutWallet } from '../../money/payout-wallets/wire/given-payout-wallets.ts'
import { type NewWallet, publicAddresses } from '../../payments/wallet/new-wallet.ts'
import { firstSettings } from '../../records/settings/store/settings.ts'
import { newOperator } from '../operators/new-operator.ts'
import { loadStaff } from '../operators/store/operators.ts'

type SealingPurpose = 'hd-mnemonic' | 'account-public-keys' | 'payout-wallets'

export type SetUpServices = IsContractServices & {
  table: Table
  now: () => Date
  randomBytes: RandomBytes
  /** Whether the owner of an instance on this machine signs in with a password alone. */
  isLocal: boolean
  seal: (
    purpose: SealingPurpose,
    plaintext: string,
    context: Record<string, string>,
  ) => Promise<Sealed>
  seenPayoutWallets: Pick<SeenPayoutWallets, 'find'>
}

/** A repeated setup can change only these settings. */
export function changeableWrites(table: Table, { baseUrl }: { baseUrl: string }): Write[] {
  return modes.map((mode) => firstSettings(table, mode, { baseUrl }))
}

type GivenOwner = { email: string; password: string }

/** Creates the owner's account, unless somebody already has an account: then only they decide who else gets one. */
export async function ownerWrites(
  services: Pick<SetUpServices, 'table' | 'now' | 'randomBytes' | 'isLocal'>,
  { email, password }: GivenOwner,
): Promise<Write[]> {
  const staff = await loadStaff(services.table)
  if (staff.operators.length > 0) return []
  const { writes } = await newOperator(services, staff, {
    email,
    password,
    role: 'owner',
    name: 'Owner',
    passwordAlone: services.isLocal,
  })
  return writes
}

type Payouts = { wallet: NewWallet; payoutWallets: readonly GivenPayoutWallet[] }

/** The first payout wallets. Throws `parameter_invalid` for an address of the wallet itself. */
export function preparePayouts(
  { seal, ...services }: SetUpServices,
  { wallet, payoutWallets }: Payouts,
): Promise<PreparedPayoutWallet[]> {
  return payoutsAtSetup(
    { ...services, sealPayoutWallet: (text, context) => seal('payout-wallets', text, context) },
    payoutWallets,
    publicAddresses(wallet),
  )
}
