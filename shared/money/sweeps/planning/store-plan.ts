import { latestNonce } from '../../../chain/sending/account-nonce.ts'
import { newId } from '../../../kernel/ids.ts'
import { invariant } from '../../../kernel/invariant.ts'
import { transact, type Write } from '../../../kernel/store/transact.ts'
import { ceilingFactor, type Sweep } from '../../../payments/holdings/rules/sweep.ts'
import { holdingWrite } from '../../../payments/holdings/store/holdings.ts'
import { sweepCreation } from '../../../payments/holdings/store/sweeps.ts'
import { nextNonce, nonceTaken } from '../store/senders.ts'
import { feesOf } from './gas-prices.ts'
import type { Planning, Prepared } from './planning.ts'
import { isHeldUp } from './unread-rows.ts'

/**
 * Stores a plan, with its nonce and its holdings reserved, and what `beside` adds. False if another run was first, or if
 * a sweep that can't be read holds it up.
 */
export async function storePlan(
  planning: Planning,
  prepared: Prepared,
  beside?: (sweep: Sweep) => Write,
): Promise<boolean> {
  const { services, mode, client, unread } = planning
  if (isHeldUp(unread, prepared)) return false
  const { table, now, randomBytes } = services
  const { chainId } = client.chain
  const sender = { mode, chainId, address: prepared.sender }
  const [stored, latest] = await Promise.all([
    nextNonce(table, sender),
    latestNonce(client, prepared.sender),
  ])
  const nonce = Math.max(stored, latest)
  const createdAt = now()
  const id = newId('sweep', createdAt, randomBytes)
  const sweep = sweepOf(planning, prepared, { id, mode, chainId, nonce, createdAt })
  const { committed } = await transact(table, [
    sweepCreation(sweep),
    nonceTaken(sender, { from: stored, nonce }),
    ...(beside ? [beside(sweep)] : []),
    ...prepared.candidates.map(({ holding, from }) =>
      holdingWrite({ ...holding, ...reserved, sweepId: id, version: from + 1 }, from),
    ),
  ])
  return committed
}

/** Money that arrives from now on makes the holding due again. */
const reserved = { dueSince: null, checkAt: null, waiting: null } as const

function sweepOf(
  { client, market }: Planning,
  { candidates, ceilingPerGas: ownCeiling, ...prepared }: Prepared,
  identity: Pick<Sweep, 'id' | 'mode' | 'chainId' | 'nonce' | 'createdAt'>,
): Sweep {
  const [first] = candidates
  invariant(first, 'a sweep has a holding')
  const { symbol, tokenAddress, decimals } = first.holding
  const ceilingPerGas =
    ownCeiling ?? feesOf(client, market, prepared.kind).maxFeePerGas * ceilingFactor
  return {
    ...identity,
    ceilingPerGas,
    capBase: null,
    ...prepared,
    symbol,
    tokenAddress,
    decimals,
    version: 1,
    status: 'planned',
    attempts: [],
    mined: null,
    feeBase: null,
    problem: null,
    problemWords: null,
    cancelReason: null,
    cancelWords: null,
    announcedAt: null,
    sentAt: null,
    finalAt: null,
    recheckAt: null,
  }
}
