import * as z from 'zod'
import { modes } from '../../kernel/mode.ts'
import { formatBase } from '../../kernel/money.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { listLimit } from '../../kernel/wire/operator-input.ts'
import { type Holding, waitingReasons } from '../../payments/holdings/rules/holding.ts'
import { allHoldings } from '../../payments/holdings/store/holdings.ts'

const waitingAmount = z.object({
  sessionId: z.string(),
  address: z.string(),
  chainId: z.int(),
  amount: z.string(),
  /** One of the reasons of the filter, or one of a newer release. */
  reason: z.string(),
  since: z.string(),
  details: z.string().nullable(),
})

const waitingAmounts = z.object({ waiting: z.array(waitingAmount) })

type WaitingAmounts = z.infer<typeof waitingAmounts>

export const listWaiting = operatorOperation({
  name: 'list-waiting-money',
  role: 'viewer',
  command: 'payouts waiting',
  group: 'sweeps',
  input: z.strictObject({
    mode: z.enum(modes).default('live'),
    limit: listLimit,
    /** Only money that waits for this reason. */
    reason: z.enum(waitingReasons).optional(),
  }),
  output: waitingAmounts,
  touches: { table: 'read' },
  limits: { timeoutSeconds: 60 },
  docs: { summary: 'List addresses whose money is not swept yet, with the reason' },
  /** In the order of chains and assets. */
  async run({ table }, { input: { mode, limit, reason } }) {
    const waiting: WaitingAmounts['waiting'] = []
    for await (const page of allHoldings(table, mode)) {
      waiting.push(...page.flatMap(presented).filter((one) => !reason || one.reason === reason))
      if (waiting.length >= limit) break
    }
    return { result: { waiting: waiting.slice(0, limit) } }
  },
})

function presented(holding: Holding): WaitingAmounts['waiting'] {
  const { sessionId, address, chainId, balanceBase, decimals, symbol, waiting } = holding
  if (!waiting) return []
  const { reason, since, details } = waiting
  const amount = `${formatBase(balanceBase, decimals)} ${symbol}`
  return [{ sessionId, address, chainId, amount, reason, since: since.toISOString(), details }]
}
