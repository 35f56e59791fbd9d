import * as z from 'zod'
import type { AuditedDecision } from '../../kernel/operation/audit.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { requireChain } from '../../payments/networks/node-services.ts'
import type { SetupProgress } from '../operators/rules/setup-progress.ts'
import { loadSetupProgress, setupProgressWrite } from '../operators/store/setup-progress.ts'

const chainId = z.int().positive()
const id = z.string().min(1).max(100)

const noted = z.object({})

const progress = z.discriminatedUnion('step', [
  /** Whether a chain deliberately has no payout wallet. */
  z.strictObject({ step: z.literal('payouts'), chainId, isLeftOut: z.boolean() }),
  /** The test payment, so that every browser continues with it. */
  z.strictObject({ step: z.literal('payment'), slug: id, sessionId: id.nullable() }),
])

export const noteSetup = operatorOperation({
  name: 'note-setup',
  role: 'owner',
  command: null,
  group: 'setup',
  input: progress,
  output: noted,
  touches: { table: 'write', administers: ['audit-log'] },
  docs: { summary: 'Note a decision of the first-run wizard, so that it continues anywhere' },
  /** Throws `unsupported_chain`. */
  async run({ table }, { input }) {
    const before = await loadSetupProgress(table)
    return {
      result: {},
      writes: [setupProgressWrite(before, { ...before, ...notedIn(before, input) })],
      changes: changesOf(input),
    }
  },
})

type Input = z.infer<typeof progress>

function notedIn({ leftOut, testPayment }: SetupProgress, input: Input): Partial<SetupProgress> {
  if (input.step === 'payment') {
    const { slug, sessionId } = input
    return { testPayment: { ...(testPayment?.slug === slug && testPayment), slug, sessionId } }
  }
  const others = leftOut.filter((each) => each !== input.chainId)
  return { leftOut: input.isLeftOut ? [...others, input.chainId] : others }
}

function changesOf(input: Input): AuditedDecision<unknown>['changes'] {
  if (input.step === 'payment') return []
  const { mode } = requireChain(input.chainId)
  const action = input.isLeftOut ? 'payout-wallet.leave-out' : 'payout-wallet.ask-again'
  return [{ mode, action, target: `chain ${input.chainId}` }]
}
