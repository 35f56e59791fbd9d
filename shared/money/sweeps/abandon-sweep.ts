import * as z from 'zod'
import type { ServiceError } from '../../kernel/errors.ts'
import { auditWrite } from '../../kernel/operation/audit.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { isCancelable, type Sweep } from '../../payments/holdings/rules/sweep.ts'
import { presentSweep } from './present-sweep.ts'
import { requireSweep } from './require-sweep.ts'
import { refuseSweep } from './rules/sweep-refusals.ts'
import { abandonRequestWrite } from './store/abandon-requests.ts'
import { shownSweep } from './wire/sweep.ts'

export const abandonSweep = operatorOperation({
  name: 'abandon-sweep',
  role: 'owner',
  proof: 'always',
  command: 'sweeps abandon',
  input: z.strictObject({
    id: z.string().describe('the id of a sweep'),
    note: z.string().trim().min(1).max(300).describe('the reason, for the audit log'),
  }),
  output: shownSweep,
  touches: { table: 'write', administers: ['sweep-requests', 'audit-log'] },
  docs: {
    summary: 'End a sweep that hangs, and free its money for the next one; nothing is sent twice',
  },
  /**
   * Asks the function that can sign to end a sweep: it moves nothing, unless it is mined first. Throws
   * `resource_not_found`, and `state_changed` if it is mined or has ended.
   */
  async run(services, { input: { id, note }, findActor }) {
    const { table, now } = services
    const sweep = await requireSweep(table, id)
    if (!isCancelable(sweep)) throw tooLate(sweep)
    const { mode, chainId, sender, nonce, status } = sweep
    const entry = auditWrite(services, {
      mode,
      actor: await findActor(),
      action: 'sweep.abandon',
      target: id,
      note,
      outcome: `${status} → abandoned, unless it is mined first`,
      details: { chain: String(chainId), sender, nonce: String(nonce) },
    })
    return {
      writes: [abandonRequestWrite(mode, { sweepId: id, note }, now()), entry],
      result: presentSweep(sweep),
    }
  },
})

function tooLate({ id, status }: Sweep): ServiceError {
  return status === 'mined'
    ? refuseSweep('sweep_is_mined', { id })
    : refuseSweep('sweep_has_ended', { id, status })
}
