import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportData } from '../infra/operate/data/export-data.ts'
import { importData } from '../infra/operate/data/import-data.ts'
import { planImport } from '../infra/operate/data/plan-import.ts'
import { resumeIntake } from '../shared/admin/restore/resume-intake.ts'
import { stopIntake } from '../shared/admin/restore/stop-intake.ts'
import { modes } from '../shared/kernel/mode.ts'
import type { Table } from '../shared/kernel/store/table.ts'
import { transact } from '../shared/kernel/store/transact.ts'
import { firstSettings } from '../shared/records/settings/store/settings.ts'
import { runAsOperator } from './run-as-operator.ts'

type Given = { from: Table; to: Table; now: () => Date }

/** Stops an instance, as a deployment left it, and moves its data to another one's table, without webhook endpoints. Both stay stopped. */
export async function moveData({ from, to, now }: Given): Promise<void> {
  for (const mode of modes) {
    await transact(from, [firstSettings(from, mode, {})])
    await runAsOperator(stopIntake, { table: from, now }, { mode, dryRun: false })
  }
  const folder = await mkdtemp(join(tmpdir(), 'moving-'))
  try {
    const onProgress = () => undefined
    const manifest = await exportData({ table: from, folder, now, secrets: null, onProgress })
    const plan = await planImport(to, folder, manifest)
    await importData({ table: to, folder, manifest, plan, now, secrets: [], onProgress })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Ends a restore as the terminal does. */
export async function resume(table: Table): Promise<void> {
  for (const mode of modes) await runAsOperator(resumeIntake, { table }, { mode })
}
