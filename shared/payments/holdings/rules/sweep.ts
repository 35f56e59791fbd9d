import type { Words } from '../../../kernel/errors.ts'
import type { Mode } from '../../../kernel/mode.ts'

/**
 * How money leaves deposit addresses. `native`: the address sends its coin, to the last unit. `authorized`: the gas
 * wallet submits transfers that the addresses signed (EIP-3009), in one batch. `token`: the address sends its tokens
 * itself. `top-up`: the gas wallet sends an address the coin that its token transfer needs.
 */
export const sweepKinds = ['native', 'authorized', 'token', 'top-up'] as const
export type SweepKind = (typeof sweepKinds)[number]

/**
 * `planned`: nonce and items are reserved. `signed`: the transaction is stored. `broadcast`: a node accepted it.
 * `mined`: it is in a block. `final`: that block is confirmed and the ledger has it. `replaced`: another transaction
 * took its nonce, so it can never be mined. `canceled`: its nonce went to a transaction of ours that moves nothing, or to
 * nobody, because nothing was signed. `reorged`: it had ended, but its block is gone, and the ledger is being set back.
 */
export const sweepStatuses = [
  'planned',
  'signed',
  'broadcast',
  'mined',
  'final',
  'replaced',
  'canceled',
  'reorged',
] as const
type SweepStatus = (typeof sweepStatuses)[number]

/** One holding in a sweep, and once it is final, its outcome. */
export type SweepItem = {
  sessionId: string
  address: string
  derivationIndex: number
  amountBase: bigint
  /** The EIP-3009 nonce; null for other kinds. */
  authorizationNonce: string | null
  /** Arrived at the payout wallet; null before it is final. */
  movedBase: bigint | null
  failure: string | null
}

/** A signed transaction of a sweep. Any of its attempts may be the one that is mined. */
export type Attempt = {
  hash: string
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  /**
   * The recipient of the money: a payout wallet may have been changed between two attempts. Its sender, if it is
   * canceled.
   */
  recipient: string
  valueBase: bigint
  /** Whether it only uses up the nonce: its sender sends itself nothing. */
  isCancellation: boolean
  signedAt: Date
}

type MinedIn = { hash: string; blockNumber: bigint; blockHash: string }

/** One transaction from its plan to the ledger. */
export type Sweep = {
  id: string
  mode: Mode
  chainId: number
  kind: SweepKind
  /** Counts writes; every write is conditional on it. */
  version: number
  status: SweepStatus
  /** The account whose nonce it uses. */
  sender: string
  nonce: number
  /**
   * The recipient of the money: the payout wallet, or a deposit address that is topped up. Display only: see
   * `trustedSweep`.
   */
  recipient: string
  symbol: string
  /** For a top-up, the token that the coin is for. */
  tokenAddress: string | null
  decimals: number
  items: readonly SweepItem[]
  gas: bigint
  /** The maximum offer per unit of gas, whatever nodes report later. */
  ceilingPerGas: bigint
  /** The maximum final cost, a cancellation included, in the native coin; null if an operator set none. */
  capBase: bigint | null
  validBefore: Date | null
  attempts: readonly Attempt[]
  mined: MinedIn | null
  feeBase: bigint | null
  /** Why it is held up, in English: see `sweepProblems`. */
  problem: string | null
  problemWords: Words | null
  /** Why it is to end without moving money, unless it is mined first; null if it isn't. */
  cancelReason: string | null
  cancelWords: Words | null
  /** When the owner was last notified that it takes too long. */
  announcedAt: Date | null
  createdAt: Date
  /** When its transaction was last sent to a node. */
  sentAt: Date | null
  finalAt: Date | null
  /** When it is compared with the chain again after it has ended. */
  recheckAt: Date | null
}

/** The multiple of the worthwhile fee at planning that may be offered in the end. */
export const ceilingFactor = 3n

export function isActive({ status }: Pick<Sweep, 'status'>): boolean {
  return isCancelable({ status }) || status === 'mined' || status === 'reorged'
}

/** Whether it can still end without moving money. */
export function isCancelable({ status }: Pick<Sweep, 'status'>): boolean {
  return status === 'planned' || status === 'signed' || status === 'broadcast'
}

export function attemptOf({ attempts }: Sweep, hash: string): Attempt | undefined {
  return attempts.find((attempt) => attempt.hash === hash)
}

/** Whether a deposit address sends it; otherwise the gas wallet does. */
export function isFromDepositAddress({ kind }: Pick<Sweep, 'kind'>): boolean {
  return kind === 'native' || kind === 'token'
}

/** The cost per address in the chain's coin; null before it is known. */
export function feeOfEach({ feeBase, items }: Pick<Sweep, 'feeBase' | 'items'>): bigint | null {
  return feeBase === null || items.length === 0 ? null : feeBase / BigInt(items.length)
}
