import { logProblem } from '../../log/log.ts'
import type { SweepAlert } from './sweep-services.ts'

/** Logs a message that the owner has to see, which raises the alarm for funds that a person has to resolve. */
export function ownerAlerted({ mode, chainId, message }: SweepAlert): void {
  const error = new Error(message)
  logProblem('sweep alert', { error, facts: { mode, chainId } }, { UnmatchedFunds: 1 })
}
