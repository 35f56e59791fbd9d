import { smaller } from '../../../kernel/money.ts'
import type { Difference } from './difference.ts'

/**
 * The service's records of one asset at one address; amounts in base units. `token` in lower case, null for the coin.
 */
export type SaidAsset = {
  token: string | null
  /** From its holding; null while the holding records only that there is something. */
  receivedBase: bigint | null
  sweptBase: bigint
  feeBase: bigint
  gasBase: bigint
  /** The amount that counts for its session, plus unmatched deposits. */
  countedBase: bigint
  /** Total of its refunds that are not canceled. */
  promisedBase: bigint
  /** Total of the records of our own transactions: swept and paid as fees, less gas that was sent. */
  movedBase: bigint
}

/** A sweep that has ended, as far as it is about one address. */
export type SaidSweep = {
  txHash: string
  token: string | null
  isTopUp: boolean
  recipient: string
  movedBase: bigint
  feeBase: bigint | null
}

/** A refund of the session or of an unmatched deposit. Addresses in lower case. */
export type SaidRefund = {
  token: string | null
  amountBase: bigint
  isOfSession: boolean
  /** Whether the money went back. */
  isDone: boolean
  recipient: string | null
  /** The transaction that proves it; null if none does yet, or ever. */
  txHash: string | null
}

export type SaidBooks = {
  address: string
  assets: readonly SaidAsset[]
  sweeps: readonly SaidSweep[]
  refunds: readonly SaidRefund[]
  /** The refunded amount that the session states; null if it was paid on another chain. */
  refunded: { token: string | null; base: bigint } | null
  /** Every transaction that the service names, by its sweeps, its refunds or its records. */
  named: ReadonlySet<string>
  /** Transactions among them that sent it coin for gas. */
  gasFrom: ReadonlySet<string>
}

type Transfer = { token: string; from: string; to: string; amountBase: bigint }

type Transaction = {
  txHash: string
  from: string
  to: string | null
  valueBase: bigint
  isSuccess: boolean
  feeBase: bigint
  transfers: readonly Transfer[]
}

/** The state of the same address on the chain after one block. Addresses in lower case. */
type ShownBooks = {
  balances: ReadonlyMap<string | null, bigint>
  /** The number of transactions that it sent; null if that was not read. */
  nonce: number | null
  /** By hash, those that the service names and others that were found. */
  transactions: ReadonlyMap<string, Transaction>
}

type Compared = {
  said: SaidBooks
  shown: ShownBooks
  /** Every address that was the payout wallet; null if they aren't known. */
  payouts: Recipients | null
}

/** In lower case. */
export type Recipients = Pick<ReadonlySet<string>, 'has'>

/** For an owner who sweeps by themselves to any address: whatever leaves an address counts as swept. */
export const anyone: Recipients = { has: () => true }

/**
 * How the books of one address differ from its chain. The coin leaves no events, so both sides of its balance follow
 * from the transactions that the address sent: received = balance + sent + fees − gas that was sent to it.
 */
export function compareBooks({ said, shown, payouts }: Compared): Difference[] {
  const { address, sweeps, named, gasFrom } = said
  const sweptTo = new Set(sweeps.map(({ recipient }) => recipient))
  const to = { has: (address: string) => sweptTo.has(address) || (payouts?.has(address) ?? false) }
  const transactions = [...shown.transactions.values()]
  const effectsOn = (token: string | null, of: readonly Transaction[]) =>
    of.map((transaction) => effectOf(transaction, { address, token, to, gasFrom }))
  const ofAssets = allAssets(said, shown).flatMap((asset) => {
    const balance = shown.balances.get(asset.token)
    if (balance === undefined) return []
    const sum = sumOf(effectsOn(asset.token, transactions))
    return assetDifferences(asset, { ...sum, receivedBase: balance + sum.outBase - sum.gasBase })
  })
  const ofSweeps = sweeps.flatMap((sweep) => {
    const transaction = shown.transactions.get(sweep.txHash)
    const shownBase = transaction && effectsOn(sweep.token, [transaction])
    return sweepDifferences(sweep, { transaction, effect: shownBase?.[0], payouts })
  })
  const unnamed = transactions.filter(({ txHash }) => !named.has(txHash))
  const tokens = allAssets(said, shown).map(({ token }) => token)
  const ofUnnamed = unnamed.flatMap(({ txHash, ...transaction }) =>
    tokens.flatMap((token) => {
      const [effect] = effectsOn(token, [{ txHash, ...transaction }])
      const out = effect?.outBase ?? 0n
      return out > 0n ? [difference('unnamed', token, { said: 0n, shown: out, txHash })] : []
    }),
  )
  return [
    ...ofAssets,
    ...ofSweeps,
    ...ofUnnamed,
    ...refundDifferences(said, shown),
    ...nonceDifferences(shown, { address, transactions }),
  ]
}

/** Includes assets that the service has no record of. */
function allAssets({ assets }: SaidBooks, { balances }: ShownBooks): SaidAsset[] {
  const known = new Set(assets.map(({ token }) => token))
  const others = [...balances.keys()].filter((token) => !known.has(token))
  const nothing = { receivedBase: 0n, sweptBase: 0n, feeBase: 0n, gasBase: 0n }
  return [
    ...assets,
    ...others.map((token) => {
      return { token, ...nothing, countedBase: 0n, promisedBase: 0n, movedBase: 0n }
    }),
  ]
}

type Effect = {
  sweptBase: bigint
  /** Paid for the transaction, or kept by the token. */
  feeBase: bigint
  /** Left the address in total, fees included. */
  outBase: bigint
  /** Coin that we sent to it. */
  gasBase: bigint
}

type Of = {
  address: string
  token: string | null
  to: Recipients
  gasFrom: ReadonlySet<string>
}

function effectOf(transaction: Transaction, { address, token, to, gasFrom }: Of): Effect {
  if (token === null) return coinEffect(transaction, { address, to, gasFrom })
  const own = transaction.transfers.filter((each) => each.token === token && each.from === address)
  const left = own.filter((each) => each.to !== address)
  const outBase = amountOf(left)
  const sweptBase = amountOf(left.filter((each) => to.has(each.to)))
  // What a token keeps of a transfer has an event of its own.
  const feeBase = sweptBase > 0n ? outBase - sweptBase : 0n
  return { sweptBase, feeBase, outBase, gasBase: 0n }
}

function coinEffect(
  { txHash, from, to: recipient, valueBase, feeBase }: Transaction,
  { address, to, gasFrom }: Omit<Of, 'token'>,
): Effect {
  const gasBase = gasFrom.has(txHash) && recipient === address ? valueBase : 0n
  if (from !== address) return { sweptBase: 0n, feeBase: 0n, outBase: 0n, gasBase }
  const sentBase = recipient === address ? 0n : valueBase
  const sweptBase = recipient !== null && to.has(recipient) ? sentBase : 0n
  return { sweptBase, feeBase, outBase: sentBase + feeBase, gasBase: 0n }
}

function amountOf(amounts: readonly { amountBase: bigint }[]): bigint {
  return amounts.reduce((sum, { amountBase }) => sum + amountBase, 0n)
}

function sumOf(effects: readonly Effect[]): Effect {
  const sum = (of: keyof Effect) => effects.reduce((all, effect) => all + effect[of], 0n)
  return {
    sweptBase: sum('sweptBase'),
    feeBase: sum('feeBase'),
    outBase: sum('outBase'),
    gasBase: sum('gasBase'),
  }
}

function assetDifferences(said: SaidAsset, shown: Effect & { receivedBase: bigint }): Difference[] {
  const { token, receivedBase, countedBase, promisedBase, sweptBase, feeBase, gasBase } = said
  const moved = shown.sweptBase + shown.feeBase - shown.gasBase
  const received = { said: receivedBase ?? shown.receivedBase, shown: shown.receivedBase }
  return [
    difference('received', token, received),
    difference('counted', token, { said: countedBase, shown: shown.receivedBase }),
    difference('swept', token, { said: sweptBase, shown: shown.sweptBase }),
    difference('fees', token, { said: feeBase, shown: shown.feeBase }),
    difference('gas', token, { said: gasBase, shown: shown.gasBase }),
    difference('movements', token, { said: said.movedBase, shown: moved }),
    difference('promised', token, {
      said: promisedBase,
      shown: smaller(promisedBase, shown.receivedBase),
    }),
  ].filter((one) => one.said !== one.shown)
}

/** Differences between refunds and the transactions that prove them, or the session's own refund totals. */
function refundDifferences({ refunds, refunded }: SaidBooks, { transactions }: ShownBooks) {
  const done = refunds.filter(({ isDone, isOfSession, token }) => {
    return isDone && isOfSession && token === refunded?.token
  })
  const sum = { said: refunded?.base ?? 0n, shown: amountOf(done) }
  const proven = Map.groupBy(
    refunds.filter(({ txHash }) => txHash !== null),
    ({ token, recipient, txHash }) => `${txHash} ${token} ${recipient}`,
  )
  return [
    difference('refunded', refunded?.token ?? null, sum),
    ...[...proven.values()].flatMap(([first, ...more]) => {
      if (!first?.txHash) return []
      const { token, txHash } = first
      const transaction = transactions.get(txHash)
      const said = amountOf([first, ...more])
      const shown = transaction ? paidTo(transaction, { ...first, amountBase: said }) : 0n
      return [difference('refund', token, { said, shown: smaller(said, shown), txHash })]
    }),
  ].filter((one) => one.said !== one.shown)
}

/** Coin that a contract passed on is in no transaction, so it is taken as paid. */
function paidTo(
  { to, valueBase, isSuccess, transfers }: Transaction,
  { token, recipient, amountBase }: Pick<SaidRefund, 'token' | 'recipient' | 'amountBase'>,
): bigint {
  if (token !== null) {
    return amountOf(transfers.filter((each) => each.token === token && each.to === recipient))
  }
  if (to === recipient) return valueBase
  return isSuccess ? amountBase : 0n
}

type ShownSweep = {
  transaction: Transaction | undefined
  effect: Effect | undefined
  payouts: Compared['payouts']
}

function sweepDifferences(
  { token, txHash, isTopUp, recipient, movedBase, feeBase }: SaidSweep,
  { transaction, effect, payouts }: ShownSweep,
): Difference[] {
  if (!transaction || !effect) {
    return [difference('not_on_chain', token, { said: movedBase, shown: 0n, txHash })]
  }
  const shownBase = isTopUp ? effect.gasBase : effect.sweptBase
  const moved = difference('sweep', token, { said: movedBase, shown: shownBase, txHash })
  const cost = { said: feeBase ?? transaction.feeBase, shown: transaction.feeBase, txHash }
  const isElsewhere = !isTopUp && movedBase > 0n && payouts !== null && !payouts.has(recipient)
  return [
    ...[moved, difference('sweep_fee', null, cost)].filter((one) => one.said !== one.shown),
    ...(isElsewhere
      ? [difference('recipient', token, { said: movedBase, shown: shownBase, txHash })]
      : []),
  ]
}

/** Transactions that were found beside the named ones are differences themselves. */
function nonceDifferences(
  { nonce }: ShownBooks,
  { address, transactions }: { address: string; transactions: readonly Transaction[] },
): Difference[] {
  if (nonce === null) return []
  const found = transactions.filter(({ from }) => from === address).length
  return found === nonce
    ? []
    : [difference('nonce', null, { said: BigInt(found), shown: BigInt(nonce) })]
}

function difference(
  kind: Difference['kind'],
  tokenAddress: string | null,
  { said, shown, txHash = null }: { said: bigint; shown: bigint; txHash?: string | null },
): Difference {
  return { kind, tokenAddress, said, shown, txHash }
}
