import {
  cancelPayoutWallet,
  type PayoutWalletCancelled,
} from '../../shared/money/payout-wallets/cancel-payout-wallet.ts'
import {
  type ShownPayoutWallets,
  showPayoutWallets,
} from '../../shared/money/payout-wallets/list-payout-wallets.ts'
import {
  type PayoutWalletSet,
  setPayoutWallet,
} from '../../shared/money/payout-wallets/set-payout-wallet.ts'
import { type Command, commandOf } from './command.ts'
import { textTable } from './text-table.ts'

export const payoutWalletCommands: readonly Command[] = [
  commandOf(showPayoutWallets, { text: listText }),
  commandOf(setPayoutWallet, { text: setText }),
  commandOf(cancelPayoutWallet, { text: cancelText }),
]

function listText({ payoutWallets }: ShownPayoutWallets): string {
  if (payoutWallets.length === 0) {
    return 'No chain has a payout wallet, so nothing is swept. Set one: npm run operate -- payout-wallets set --chain 8453 --address ADDRESS'
  }
  const rows = payoutWallets.map(({ mode, chainId, chain, address, effectiveAt, next }) => [
    ...[mode, `${chainId} ${chain}`, address, effectiveAt],
    next ? `${next.address} from ${next.effectiveAt}` : '-',
  ])
  return textTable(['MODE', 'CHAIN', 'ADDRESS', 'SINCE', 'CHANGES TO'], rows)
}

function setText({ changed, isContract, payoutWallet }: PayoutWalletSet): string {
  const { mode, chainId, chain, address, next } = payoutWallet
  const subject = `The ${mode} payout wallet on ${chain}`
  if (!changed) return `Nothing was changed: ${(next ?? payoutWallet).address} was already set.`
  const change = next
    ? [
        `${subject} changes to ${next.address} at ${next.effectiveAt}. Until then, it is ${address}.`,
        `To cancel the change: npm run operate -- payout-wallets cancel --chain ${chainId}`,
      ]
    : [`${subject} is ${address} from now on.`]
  return [...change, ...contractLines([{ ...(next ?? payoutWallet), isContract, chainId }])].join(
    '\n',
  )
}

function cancelText({ cancelled, payoutWallet }: PayoutWalletCancelled): string {
  const { mode, chain, address } = payoutWallet
  return `The ${mode} payout wallet on ${chain} remains ${address}: the change to ${cancelled} is cancelled.`
}

type NewPayout = { chainId: number; address: string; isContract: boolean | null }

/** A payout to a contract costs more gas, and needs that contract on that chain. */
export function contractLines(payouts: readonly NewPayout[]): string[] {
  return payouts.flatMap(({ chainId, address, isContract }) => {
    if (isContract === false) return []
    if (isContract === null) {
      return [
        `Chain ${chainId} could not be read, so it is unknown whether ${address} is a contract.`,
      ]
    }
    return [
      `${address} is a contract on chain ${chainId}: each payout costs more gas. Check that it is your wallet on this chain, and that it accepts coins.`,
    ]
  })
}
