import { getAddress } from 'viem'
import type { BlockRef } from '../../../chain/blocks/read-block.ts'
import { confirmedNonce } from '../../../chain/sending/account-nonce.ts'
import { type AgreedReceipt, isMinedNowhere } from '../../../chain/sending/agreed-receipt.ts'
import type { Sweep } from '../../../payments/holdings/rules/sweep.ts'
import { isOutdated } from '../rules/trusted-sweep.ts'
import { hashesOf, receiptOf } from '../settling/receipt-of.ts'
import { giveUpSweep, settleSweep } from '../settling/settle-sweep.ts'
import type { SigningChain, SweepServices, SweptChain } from '../sweep-services.ts'
import { dropPlan } from './cancel-sweep.ts'
import { saveSweep } from './save-sweep.ts'
import { sendSweep } from './send-sweep.ts'
import { signSweep } from './sign-sweep.ts'
import { whyUnsignable } from './transactions/sweep-call.ts'

/** The chain as this run sees it. */
export type Advancing = SigningChain & {
  confirmed: BlockRef
  /** Opened once a run, and again for each signature. */
  payout: () => ReturnType<SweepServices['payoutWallet']>
}

/** Time until a transaction's fees are raised, in blocks, and at least. */
const patienceBlocks = 5
const patienceMs = 60_000

/**
 * Takes a sweep one step further: signs it, sends it, looks for its block, raises its fees, or settles it. Returns
 * undefined if nothing is left to do for now. Repeating a step is harmless. Throws `ChainUnavailable`.
 */
export async function advanceSweep(
  services: SweepServices,
  chain: Advancing,
  sweep: Sweep,
): Promise<Sweep | undefined> {
  if (sweep.status !== 'planned') return follow(services, chain, sweep)
  const unsignable = whyUnsignable(chain.client.chain, sweep)
  const next =
    sweep.cancelReason === null && unsignable
      ? { ...sweep, cancelReason: unsignable.text, cancelWords: unsignable.words }
      : sweep
  if (next.cancelReason === null || !(await dropPlan(services, next))) {
    return signSweep(services, chain, next)
  }
  const { mode, chainId, id } = sweep
  if (unsignable)
    services.alert({ mode, chainId, message: `Sweep ${id} has ended. ${unsignable.text}` })
  return undefined
}

async function follow(
  services: SweepServices,
  chain: Advancing,
  sweep: Sweep,
): Promise<Sweep | undefined> {
  const receipt = await receiptOf(services, chain, sweep)
  if (receipt) return noteMined(services, chain, { sweep, receipt })
  if (sweep.status === 'mined') {
    // A reorg took it out: it is sent again as it was.
    return saveSweep(services.table, { ...sweep, status: 'signed', mined: null })
  }
  if (await isNonceTaken(chain, sweep)) {
    await giveUpSweep(services, chain, sweep)
    return undefined
  }
  // Whichever of them is mined then, only one can be: they have the same nonce.
  const isForFormer = isOutdated(sweep, await chain.payout())
  const isSigned = mustCancel(sweep) || isForFormer || mustRaise(services, chain, sweep)
  const next = isSigned ? await signSweep(services, chain, sweep) : undefined
  if (!next && !isForFormer) await sendSweep(services, chain, sweep)
  return next
}

/** A sweep that can't be signed again may still be mined, or be abandoned. */
function mustRaise(services: SweepServices, chain: SweptChain, sweep: Sweep): boolean {
  if (sweep.status !== 'broadcast' || !isStuck(services, chain, sweep)) return false
  return sweep.cancelReason !== null || whyUnsignable(chain.client.chain, sweep) === null
}

/** Whichever attempt is mined then, the others never can be: they have the same nonce. */
function mustCancel({ cancelReason, attempts }: Sweep): boolean {
  return cancelReason !== null && !attempts.at(-1)?.isCancellation
}

type Mined = { sweep: Sweep; receipt: AgreedReceipt }

async function noteMined(
  services: SweepServices,
  chain: Advancing,
  { sweep, receipt }: Mined,
): Promise<Sweep | undefined> {
  const { hash, blockNumber, blockHash } = receipt
  const isNoted = sweep.mined?.blockHash === blockHash && sweep.status === 'mined'
  if (!isNoted) {
    const mined = { hash, blockNumber, blockHash }
    return saveSweep(services.table, { ...sweep, status: 'mined', mined, problem: null })
  }
  if (blockNumber > chain.confirmed.number) return undefined
  await settleSweep(services, chain, { sweep, receipt })
  return undefined
}

/** Whether a confirmed transaction that is none of its attempts has its nonce. */
async function isNonceTaken({ client, confirmed }: Advancing, sweep: Sweep): Promise<boolean> {
  const count = await confirmedNonce(client, getAddress(sweep.sender), confirmed.number)
  if (count <= sweep.nonce) return false
  return isMinedNowhere(client, hashesOf(sweep))
}

function isStuck({ now }: SweepServices, { client }: SweptChain, { attempts }: Sweep): boolean {
  const last = attempts.at(-1)
  const waitMs = Math.max(patienceMs, patienceBlocks * client.chain.blockTimeMs)
  return last !== undefined && now().getTime() - last.signedAt.getTime() >= waitMs
}
