import { saveSteps } from '../../../shared/admin/operators/store/work.ts'
import type { Table } from '../../../shared/kernel/store/table.ts'
import { type NoteStep, type Step, withStep } from '../../../shared/kernel/work.ts'
import { report } from '../../../shared/log/report.ts'

/**
 * Stores steps as they begin and end, one write at a time: those that change meanwhile are in the next write. A failure
 * is only reported, because the work matters more than what is shown of it.
 */
export function noteSteps(
  table: Table,
  id: string,
): { note: NoteStep; saved: () => Promise<void> } {
  let steps: readonly Step[] = []
  let stored = steps
  let saving: Promise<void> | undefined

  async function saveAll(): Promise<void> {
    while (stored !== steps) {
      const latest = steps
      await saveSteps(table, id, latest).catch((error) => report('step not noted', error))
      stored = latest
    }
    saving = undefined
  }
  const set = (step: Step) => {
    steps = withStep(steps, step)
    saving ??= saveAll()
  }
  return {
    note: async (step, run) => {
      set({ ...step, state: 'running' })
      try {
        const result = await run()
        set({ ...step, state: 'done' })
        return result
      } catch (error) {
        set({ ...step, state: 'failed' })
        throw error
      }
    },
    saved: async () => saving,
  }
}
