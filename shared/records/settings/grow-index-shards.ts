import * as z from 'zod'
import { grownShards, mostShards } from '../../kernel/index-shards.ts'
import { modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { indexShards } from '../../kernel/store/shard-count.ts'
import { refuseSettings } from './rules/settings-refusals.ts'
import { indexShardsReplacement, loadStoredSettings } from './store/settings.ts'

export const growIndexShards = operatorOperation({
  name: 'grow-index-shards',
  role: 'owner',
  proof: 'always',
  command: 'settings grow-shards',
  input: z.strictObject({
    mode: z.enum(modes),
    count: z
      .int()
      .min(2)
      .max(mostShards)
      .meta({ examples: [16] }),
  }),
  output: indexShards,
  touches: { table: 'write', administers: ['settings', 'audit-log'] },
  docs: {
    summary: 'Spread the indexes of a mode over more shards. The number can never be reduced',
  },
  /**
   * Readers merge the new shards at once, and writers use them from ten minutes later on. Throws `parameter_invalid` unless
   * there are more than before.
   */
  async run({ table, now }, { input: { mode, count } }) {
    const { indexShards: before = null } = await loadStoredSettings(table, mode)
    const present = before?.count ?? 1
    if (count <= present) throw refuseSettings('fewer_shards', { present })
    const after = grownShards(before, count, now())
    const states = { before: { indexShards: before }, after: { indexShards: after } }
    return {
      changes: [{ mode, action: 'settings.change', target: 'settings', ...states }],
      writes: [indexShardsReplacement(mode, after, before)],
      result: after,
    }
  },
})
