import type { Mode } from '../../../kernel/mode.ts'

/** Left out of an export because only the old instance's key opens it, with names so that it can be entered again. */
export type LeftOut = {
  /** In the order in which they were added. Addresses are enough to check whether a mnemonic is the same. */
  wallets: { walletId: string; firstAddresses: Record<Mode, string> }[]
  networks: { mode: Mode; chainId: number }[]
  notifiers: { mode: Mode; notifier: string }[]
  integrations: { mode: Mode; provider: string }[]
  payoutWallets: { mode: Mode; chainId: number; address: string }[]
}

/** The parts that an instance already has again. */
export type Entered = {
  walletIds: readonly string[]
  chainIds: readonly number[]
  notifiers: readonly string[]
  providers: readonly string[]
}

type Missing = {
  walletIds: string[]
  chainIds: number[]
  notifiers: string[]
  providers: string[]
}

/** Returns the parts that a mode still lacks. Wallets are of both modes. */
export function stillMissing(leftOut: LeftOut, mode: Mode, entered: Entered): Missing {
  const ofMode = <Each extends { mode: Mode }>(all: readonly Each[]) =>
    all.filter((each) => each.mode === mode)
  const without = <Name>(all: readonly Name[], present: readonly Name[]) =>
    all.filter((each) => !present.includes(each))
  return {
    walletIds: without(
      leftOut.wallets.map(({ walletId }) => walletId),
      entered.walletIds,
    ),
    chainIds: without(
      ofMode(leftOut.networks).map(({ chainId }) => chainId),
      entered.chainIds,
    ),
    notifiers: without(
      ofMode(leftOut.notifiers).map(({ notifier }) => notifier),
      entered.notifiers,
    ),
    providers: without(
      ofMode(leftOut.integrations).map(({ provider }) => provider),
      entered.providers,
    ),
  }
}
