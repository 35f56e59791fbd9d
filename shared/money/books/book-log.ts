import type { Mode } from '../../kernel/mode.ts'
import { logProblem } from '../../log/log.ts'
import type { Finding } from './rules/difference.ts'

/** Logs that the books of an address differ from its chain, which raises the alarm for funds that a person has to resolve. */
export function booksDiffer(
  mode: Mode,
  { chainId, sessionId, address, differences }: Finding,
): void {
  const stated = differences.map(({ kind, tokenAddress, said, shown, txHash }) =>
    [
      `${kind} of ${tokenAddress ?? 'the coin'}: the books say ${said}, the chain shows ${shown}`,
      ...(txHash ? [`in ${txHash}`] : []),
    ].join(' '),
  )
  const error = new Error(`The books of ${address} differ from its chain: ${stated.join('; ')}.`)
  logProblem('books differ', { error, facts: { mode, chainId, sessionId } }, { UnmatchedFunds: 1 })
}
