import * as z from 'zod'
import { openStateDatabase } from '../../state-database.ts'

/** Values by name, which this machine keeps for all its instances. */
export type Parameters = {
  find: (name: string) => string | undefined
  /** It is on the disk once this returns. */
  save: (name: string, value: string) => void
  close: () => void
}

const row = z.object({ value: z.string() })

/** Throws a `StartupError` if the folder can't be read and written. */
export async function openParameters(stateDir: string): Promise<Parameters> {
  const database = await openStateDatabase(stateDir, {
    file: 'parameters.db',
    table: 'parameters (name TEXT PRIMARY KEY, value TEXT NOT NULL)',
  })
  const finding = database.prepare('SELECT value FROM parameters WHERE name = ?')
  const saving = database.prepare(
    'INSERT INTO parameters (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  )
  return {
    find: (name) => row.optional().parse(finding.get(name))?.value,
    save: (name, value) => {
      saving.run(name, value)
    },
    close: () => database.close(),
  }
}
