import type { AskChain } from '../../shared/chain/nodes/ask-chain.ts'
import type { ChainClient } from '../../shared/chain/open-chain.ts'
import type { WalletAccounts } from '../../shared/payments/wallet/keys/wallet-accounts.ts'
import type { FoundMoney } from '../../shared/payments/wallet/search-deposit-addresses.ts'

export type Money = Omit<FoundMoney, 'asset'> & {
  asset: Pick<FoundMoney['asset'], 'symbol' | 'decimals' | 'tokenAddress'>
}

/** The outcome of some money: the transaction that moved it, or why it stays. */
export type Outcome = Money & ({ hash: string } | { reason: string })

export type SweepDeps = {
  ask: AskChain
  now: () => Date
  /** Waits between two checks whether a transaction is mined. */
  pause: () => Promise<unknown>
  onOutcome?: (outcome: Outcome) => void
}

export type RecoveredChain = {
  client: ChainClient
  accounts: WalletAccounts
  to: `0x${string}`
  /** Indices of deposit addresses with coin, the richest first: they pay for tokens of others. */
  rich: readonly number[]
}
