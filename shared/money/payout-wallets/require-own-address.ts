import type { Chain } from '../../chain/chain.ts'
import type { Table } from '../../kernel/store/table.ts'
import { findAddresses } from '../../payments/ledger/store/addresses.ts'
import { listWalletAddresses } from '../../payments/wallet/store/wallet-addresses.ts'
import { refusePayoutWallet } from './rules/payout-wallet-refusals.ts'

type Payout = { chain: Chain; address: string; param: string }

/** Why money that is sent to an address is not its receiver's own. */
type ForeignAddress = 'contract' | 'ours'

/**
 * Throws `parameter_invalid` if money sent there would not be the owner's own: a contract of the chain registry, such as
 * a token, or an address of this instance's wallet, which would be swept again and again.
 */
export async function requireOwnAddress(
  table: Table,
  { chain, address, param }: Payout,
  newWallet: readonly string[] = [],
): Promise<void> {
  switch (await foreignAddress(table, { chain, address }, newWallet)) {
    case 'contract':
      throw refusePayoutWallet('address_of_contract', { param, chain: chain.name }, { param })
    case 'ours':
      throw refusePayoutWallet('address_of_own_wallet', { param }, { param })
  }
}

/** Undefined if it can be its receiver's own. */
export async function foreignAddress(
  table: Table,
  { chain, address }: Omit<Payout, 'param'>,
  newWallet: readonly string[] = [],
): Promise<ForeignAddress | undefined> {
  const contracts = [chain.multicall3, ...chain.tokens.map((token) => token.address)]
  if (isAmong(contracts, address)) return 'contract'
  const [ofWallet, [deposit]] = await Promise.all([
    listWalletAddresses(table),
    findAddresses(table, [address]),
  ])
  return deposit || isAmong([...newWallet, ...ofWallet], address) ? 'ours' : undefined
}

function isAmong(addresses: readonly string[], address: string): boolean {
  return addresses.some((each) => each.toLowerCase() === address.toLowerCase())
}
