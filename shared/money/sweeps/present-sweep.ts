import { chainById, chainName, transactionUrl } from '../../chain/chains.ts'
import { formatBase } from '../../kernel/money.ts'
import type { Sweep } from '../../payments/holdings/rules/sweep.ts'
import { wordsOfProblem } from '../../payments/holdings/rules/sweep-problems.ts'
import type { ListedSweep, ShownSweep } from './wire/sweep.ts'

export function presentListed(sweep: Sweep): ListedSweep {
  const { id, mode, chainId, kind, status, items } = sweep
  const problem = sweep.problem ?? sweep.cancelReason
  const words = sweep.problem === null ? sweep.cancelWords : sweep.problemWords
  const amountBase = items.reduce((sum, item) => sum + (item.movedBase ?? item.amountBase), 0n)
  return {
    id,
    mode,
    chainId,
    kind,
    status,
    problem,
    problemWords: wordsOfProblem(problem, words),
    chain: chainName(chainId),
    asset: sweep.symbol,
    addresses: items.length,
    amount: amountText(sweep, amountBase),
    fee: sweep.feeBase === null ? null : coinText(sweep, sweep.feeBase),
    createdAt: sweep.createdAt.toISOString(),
    finalAt: sweep.finalAt?.toISOString() ?? null,
  }
}

/** With every detail. */
export function presentSweep(sweep: Sweep): ShownSweep {
  const { sender, nonce, recipient, mined } = sweep
  const chain = chainById(sweep.chainId)
  return {
    ...presentListed(sweep),
    sender,
    nonce,
    recipient,
    items: sweep.items.map(({ sessionId, address, amountBase, movedBase, failure }) => ({
      sessionId,
      address,
      failure,
      failureWords: wordsOfProblem(failure),
      planned: amountText(sweep, amountBase),
      moved: movedBase === null ? null : amountText(sweep, movedBase),
    })),
    attempts: sweep.attempts.map(({ hash, recipient, isCancellation, ...attempt }) => ({
      hash,
      recipient,
      isCancellation,
      url: chain ? transactionUrl(chain, hash) : null,
      maxFeePerGas: String(attempt.maxFeePerGas),
      maxPriorityFeePerGas: String(attempt.maxPriorityFeePerGas),
      signedAt: attempt.signedAt.toISOString(),
    })),
    mined: mined && { ...mined, blockNumber: String(mined.blockNumber) },
  }
}

/** A top-up moves the native coin, whatever it is for. */
function amountText(sweep: Sweep, base: bigint): string {
  if (sweep.kind === 'top-up') return coinText(sweep, base)
  return `${formatBase(base, sweep.decimals)} ${sweep.symbol}`
}

function coinText({ chainId }: Pick<Sweep, 'chainId'>, base: bigint): string {
  const { symbol, decimals } = chainById(chainId)?.native ?? { symbol: 'wei', decimals: 0 }
  return `${formatBase(base, decimals)} ${symbol}`
}
