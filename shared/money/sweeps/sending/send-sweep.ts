import { sendTransaction } from '../../../chain/sending/send-transaction.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Sweep } from '../../../payments/holdings/rules/sweep.ts'
import { loadTransaction } from '../../../payments/holdings/store/sweeps.ts'
import type { SweepServices, SweptChain } from '../sweep-services.ts'
import { saveSweep } from './save-sweep.ts'

/** Sends the stored transaction, byte for byte. Throws `ChainUnavailable`. */
export async function sendSweep(
  services: SweepServices,
  { client, mode }: SweptChain,
  sweep: Sweep,
): Promise<void> {
  const raw = await loadTransaction(services.table, sweep)
  invariant(raw, 'a signed sweep has its transaction')
  const { outcome, details } = await services.ask(client, (limited) =>
    sendTransaction(limited, raw),
  )
  const isSent = outcome === 'accepted' || outcome === 'known' || outcome === 'nonce_used'
  const problem = isSent ? null : `A node refused it: ${details}`
  const status = isSent || outcome === 'underpriced' ? 'broadcast' : 'signed'
  if (problem && problem !== sweep.problem) {
    const { chainId, id, sender } = sweep
    services.alert({ mode, chainId, message: `Sweep ${id} of ${sender} is not sent. ${problem}` })
  }
  // Only what changed is written: it is sent again in every run.
  if (status !== sweep.status || (problem && problem !== sweep.problem)) {
    await saveSweep(services.table, { ...sweep, status, problem, sentAt: services.now() })
  }
}
