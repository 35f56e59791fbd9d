import type { Mode } from '../../kernel/mode.ts'
import { intakeStopped } from './rules/intake-stopped.ts'
import type { Settings } from './rules/settings.ts'

type Services = { settings: (mode: Mode) => Promise<Pick<Settings, 'intakeStoppedAt'>> }

/** Throws `intake_stopped` during a restore, which would lose anything stored now. */
export async function requireIntake({ settings }: Services, mode: Mode): Promise<void> {
  const { intakeStoppedAt } = await settings(mode)
  if (intakeStoppedAt !== null) throw intakeStopped()
}
