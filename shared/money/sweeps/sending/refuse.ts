import { causeName, isStopped } from '../../../payments/holdings/rules/failed.ts'
import { type Planning, postpone } from '../planning/planning.ts'
import type { Candidate } from '../settling/refresh-holdings.ts'
import { alertOnce } from '../watching/alert-once.ts'
import { isListed } from './transactions/sweep-call.ts'

/**
 * Leaves a candidate that a simulation refuses, which is repeated hourly, then daily. The owner is notified once per
 * cause, since a payout wallet that takes no coin, for example, concerns every address.
 */
export async function refuse(
  planning: Planning,
  candidate: Candidate,
  details: string,
): Promise<void> {
  const { holding } = candidate
  const { waiting, failed } = holding
  const isKnown =
    waiting?.reason === 'refused' && causeName(waiting.details ?? '') === causeName(details)
  // An order for an unlisted token announces its own end.
  if (!isKnown && isListed(planning.client.chain, holding)) {
    const { symbol, address } = holding
    const { client, payout } = planning
    await alertOnce(planning.services, planning, {
      cause: `refused ${symbol} ${details}`,
      message: `${symbol} on ${client.chain.name} can't be swept from ${address} to the payout wallet ${payout}, and maybe from others: ${details}. It is simulated again every hour, then daily, and swept once that succeeds.`,
    })
  }
  const next = { ...holding, failed: failed && { ...failed, isRefused: true } }
  await postpone(planning, { ...candidate, holding: next }, { reason: 'refused', details })
}

/**
 * Whether a candidate is left although it would succeed now, because its transactions fail once they are mined. Ordered by
 * an operator, it is tried again.
 */
export async function isLeft(planning: Planning, candidate: Candidate): Promise<boolean> {
  const { failed } = candidate.holding
  if (planning.isOrdered || !isStopped(failed)) return false
  const details = `${failed.count} transactions were mined without moving it: ${failed.cause}`
  await postpone(planning, candidate, { reason: 'refused', details })
  return true
}
