import type { LocalAccount } from 'viem'
import type { Chain, HexAddress } from '../../chain/chain.ts'
import type { AskChain } from '../../chain/nodes/ask-chain.ts'
import type { ChainClient } from '../../chain/open-chain.ts'
import type { RandomBytes } from '../../kernel/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Settings } from '../../records/settings/rules/settings.ts'
import type { PayoutInEffect } from '../payout-wallets/rules/payout-wallet.ts'
import type { UnreadRows } from './planning/unread-rows.ts'
import type { SweepRule } from './rules/sweep-rule.ts'

/** Accounts that can sign. */
export type SweepWallet = {
  depositAccount: (of: { address: string; derivationIndex: number }) => Promise<LocalAccount>
  /** When the words were sealed that the address is derived from. */
  sealedAt: (of: { address: string }) => Promise<Date>
  /** The gas account with that address, whichever wallet it belongs to. */
  gasAccount: (address: string) => Promise<LocalAccount>
  /** Forgets the keys that accounts are derived from. */
  wipe: () => Promise<void>
}

/** Something that an owner has to know: in words, without secrets. */
export type SweepAlert = { mode: Mode; chainId: number; message: string }

export type SweepServices = {
  table: Table
  now: () => Date
  randomBytes: RandomBytes
  ask: AskChain
  /** Whether the instance has no words, so that its owner sweeps. */
  isWatchOnly: () => Promise<boolean>
  /** A chain's sealed payout wallet; undefined if none is in effect, or if nothing can be sent. */
  payoutWallet: (mode: Mode, chainId: number) => Promise<PayoutInEffect | undefined>
  /** Notices a change of it while nothing is swept. Throws if it is not what its owner set. */
  checkPayoutWallet: (mode: Mode, chainId: number) => Promise<void>
  /** The newest wallet's, which pays for new sweeps. */
  gasWallet: (mode: Mode) => Promise<HexAddress>
  /** Decrypts the mnemonic, which the key service logs: only for what must be signed now. */
  openWallet: (mode: Mode) => Promise<SweepWallet>
  /** Millionths of a USD for one unit of a coin or token, null if it has no price. */
  priceMicros: (symbol: string) => Promise<bigint | null>
  /** Whether sessions on the chain may be paid in tokens, which the gas wallet pays for. */
  takesTokens: (chain: Chain) => Promise<boolean>
  /** When each asset of a chain is worth sweeping. */
  rulesOf: (chain: Chain) => Promise<(symbol: string) => SweepRule>
  settings: (mode: Mode) => Promise<Settings>
  alert: (alert: SweepAlert) => void
}

/** One chain in one mode, during one run. */
export type SweptChain = { mode: Mode; client: ChainClient }

/** A chain that is swept, with the rows that the run can't read. */
export type SweepingChain = SweptChain & { unread: UnreadRows }

/** A chain that is swept, with the wallet that signs. */
export type SigningChain = SweepingChain & { wallet: LazyWallet['open'] }

/** A wallet that is decrypted at its first use in a run, and wiped after the last. */
export type LazyWallet = { open: () => Promise<SweepWallet>; wipe: () => Promise<void> }

export function lazyWallet(
  { openWallet }: Pick<SweepServices, 'openWallet'>,
  mode: Mode,
): LazyWallet {
  let opened: Promise<SweepWallet> | undefined
  return {
    open: () => {
      opened ??= openWallet(mode)
      return opened
    },
    wipe: async () => (await opened)?.wipe(),
  }
}
