import type { Actor } from '../../../kernel/audit-entry.ts'
import type { Mode } from '../../../kernel/mode.ts'

/** Where a refund can be found: a transaction of a chain, or whatever the operator's bank or exchange calls it. */
export type RefundProof =
  | {
      kind: 'transaction'
      chainId: number
      hash: string
      /** Whom it paid that amount; null if nodes show no such payment, as with some wallets that are contracts. */
      recipient: string | null
    }
  | { kind: 'reference'; reference: string }

/**
 * Money that the owner sent back from a wallet of their own, as an operator recorded it. The ledger doesn't have it: the
 * service neither sent it nor holds it.
 */
export type Refund = {
  mode: Mode
  sessionId: string
  amount: string
  /** A coin, or a currency. */
  unit: string
  proof: RefundProof
  note: string
  actor: Actor
  recordedAt: Date
}

/** What a refund is stored under: a refund that is recorded twice has one name. */
export function refundName({ proof }: Pick<Refund, 'proof'>): string {
  if (proof.kind === 'reference') return `reference#${proof.reference.toLowerCase()}`
  return `${proof.chainId}#${proof.hash.toLowerCase()}`
}
