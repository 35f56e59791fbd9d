import { sendTransaction } from '../../../chain/sending/send-transaction.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Sweep } from '../../../payments/holdings/rules/sweep.ts'
import { sweepProblem } from '../../../payments/holdings/rules/sweep-problems.ts'
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
  const refused = isSent ? null : sweepProblem('node_refused', { details: details ?? outcome })
  const status = isSent || outcome === 'underpriced' ? 'broadcast' : 'signed'
  const isNewlyRefused = refused !== null && refused.text !== sweep.problem
  if (isNewlyRefused) {
    const { chainId, id, sender } = sweep
    const message = `Sweep ${id} of ${sender} is not sent. ${refused.text}`
    services.alert({ mode, chainId, message })
  }
  // Only what changed is written: it is sent again in every run.
  if (status !== sweep.status || isNewlyRefused) {
    const [problem, problemWords] = [refused?.text ?? null, refused?.words ?? null]
    const sentAt = services.now()
    await saveSweep(services.table, { ...sweep, status, problem, problemWords, sentAt })
  }
}
