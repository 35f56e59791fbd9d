import type { HexAddress } from '../../../chain/chain.ts'
import { larger } from '../../../kernel/money.ts'
import type { SweepKind } from '../../../payments/holdings/rules/sweep.ts'
import { type Estimated, gasLimit, isDisputed, mostGas } from '../rules/gas-limit.ts'
import { estimateGas } from '../sending/transactions/simulate.ts'
import type { Call } from '../sending/transactions/sweep-call.ts'
import type { Candidate } from '../settling/refresh-holdings.ts'
import { alertOnce } from '../watching/alert-once.ts'
import type { Planning } from './planning.ts'

export type Transaction = {
  kind: SweepKind
  sender: HexAddress
  call: Call
  candidates: readonly Candidate[]
  isToPlainAccount?: boolean
}

/** The gas limit of a sweep's transaction, or why it would fail. Throws `ChainUnavailable`. */
export async function gasLimitOf(
  planning: Planning,
  transaction: Transaction,
): Promise<{ gas: bigint } | { refusal: string }> {
  const { sender, call, candidates } = transaction
  const { client } = planning
  const estimate = await estimateGas(client, sender, call)
  if ('refusal' in estimate) return estimate
  if (isDisputed(estimate)) await announceDispute(planning, transaction, estimate)
  const addresses = candidates.length
  const most = mostGas(client.chain.fees, { ...transaction, addresses })
  const each = candidates.map(({ holding: { failed } }) => failed?.ranOutOf ?? 0n)
  const ranOutOf = each.reduce(larger, 0n) * BigInt(addresses)
  return gasLimit(estimate, { most, ranOutOf: ranOutOf > 0n ? ranOutOf : null })
}

function announceDispute(
  planning: Planning,
  { kind, call }: Transaction,
  { higher, lower }: Estimated,
): Promise<void> {
  const { name } = planning.client.chain
  const message = `Two nodes of ${name} estimate ${lower} and ${higher} gas for a sweep (${kind}) to ${call.to}. One of them is wrong: compare them with npm run operate -- networks test.`
  return alertOnce(planning.services, planning, { cause: `disputed gas of ${kind}`, message })
}
