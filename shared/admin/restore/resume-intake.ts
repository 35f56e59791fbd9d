import * as z from 'zod'
import { modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { derivationGap } from '../../payments/wallet/rules/derivation-gap.ts'
import {
  derivationResumption,
  derivationStart,
  isRestoredCounter,
  knownDerivationIndices,
  loadStop,
} from '../../payments/wallet/store/derivation-counter.ts'
import { lacksSweeps } from '../../records/settings/rules/lacks-sweeps.ts'
import { loadStoredSettings, settingsUpdate } from '../../records/settings/store/settings.ts'

const resumed = z.object({
  mode: z.enum(modes),
  wasStopped: z.boolean(),
  /** The index of the next session. */
  next: z.int(),
})

export const resumeIntake = operatorOperation({
  name: 'resume-intake',
  role: 'owner',
  command: 'restore resume',
  dashboard: false,
  input: z.strictObject({ mode: z.enum(modes) }),
  output: resumed,
  touches: { table: 'write', administers: ['settings', 'derivation-indices', 'audit-log'] },
  docs: {
    summary: 'Accept sessions and changes again, although the search after a restore has not ended',
  },
  /**
   * Ends what is stopped of sessions and changes: a backup doesn't cut through transactions, so it may have one without the
   * other. From then on, the table lacks nothing. Moves a counter 10,000 on that `restore` has not moved. Changes nothing if
   * the table lacks nothing already.
   */
  async run({ table }, { input: { mode } }) {
    const stop = await loadStop(table, mode)
    const { intakeStoppedAt = null, tableName = null } = await loadStoredSettings(table, mode)
    const lacks = lacksSweeps({ intakeStoppedAt, tableName }, table)
    const isRaised = stop !== undefined || !(await isRestoredCounter(table, mode))
    const known = stop?.next ?? (await knownDerivationIndices(table, mode))
    const next = isRaised ? known : known + derivationGap
    const result = { mode, wasStopped: stop !== undefined || !isRaised || lacks, next }
    if (!result.wasStopped) return { result, changes: [] }
    return {
      result,
      writes: [
        ...(stop ? [derivationResumption(table, mode)] : []),
        ...(isRaised ? [] : [derivationStart(table, mode, next)]),
        settingsUpdate(mode, { intakeStoppedAt: null, tableName: table.name }),
      ],
      changes: [{ mode, action: 'restore.resume', target: 'intake', after: { next } }],
    }
  },
})
