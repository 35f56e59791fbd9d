import type { Settings } from './settings.ts'

/**
 * Whether the table may lack sweeps, because it is restored or about to be, and `restore` has not ended. Money that is
 * not there proves nothing then.
 */
export function lacksSweeps(
  { intakeStoppedAt, tableName }: Pick<Settings, 'intakeStoppedAt' | 'tableName'>,
  table: { name: string },
): boolean {
  return intakeStoppedAt !== null || (tableName !== null && tableName !== table.name)
}
