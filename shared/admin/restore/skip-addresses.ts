import * as z from 'zod'
import { modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { requireOwnCounter } from '../../payments/wallet/require-own-counter.ts'
import { derivationGap } from '../../payments/wallet/rules/derivation-gap.ts'
import {
  derivationStart,
  knownDerivationIndices,
} from '../../payments/wallet/store/derivation-counter.ts'
import { derivationIndex } from '../../payments/wallet/wire/derivation-index.ts'

const skipped = z.object({
  mode: z.enum(modes),
  changed: z.boolean(),
  /** The index of the next session. */
  next: z.int(),
})

export const skipAddresses = operatorOperation({
  name: 'skip-addresses',
  role: 'owner',
  proof: 'always',
  command: 'wallet skip',
  input: z.strictObject({
    mode: z.enum(modes),
    highestIndex: derivationIndex.meta({
      description: 'the highest index in use, such as 25000',
      examples: [25_000],
    }),
  }),
  output: skipped,
  touches: { table: 'write', administers: ['derivation-indices', 'audit-log'] },
  docs: { summary: 'Start new sessions 10,000 deposit addresses past an index that is in use' },
  /**
   * Changes nothing if new sessions already start past that. Throws `state_changed` in a restored table before `restore` has
   * noted where its counter stood, because the search begins there.
   */
  async run({ table }, { input: { mode, highestIndex } }) {
    const next = highestIndex + derivationGap
    await requireOwnCounter(table, mode)
    const known = await knownDerivationIndices(table, mode)
    if (known > next) return { result: { mode, changed: false, next: known }, changes: [] }
    const changed = known !== next
    return {
      changes: [
        { mode, action: 'wallet.skip', target: 'wallet', before: { next: known }, after: { next } },
      ],
      writes: [derivationStart(table, mode, next)],
      result: { mode, changed, next },
    }
  },
})
