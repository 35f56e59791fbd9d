import * as z from 'zod'
import type { Avoided } from '../../../shared/admin/restore/avoid-used-addresses.ts'
import type { Mode } from '../../../shared/kernel/mode.ts'
import type { Parameters } from '../aws/ssm/parameters.ts'

/** When addresses were found to be in use, kept outside the data folder. */
export type Finds = {
  last: (mode: Mode) => string | undefined
  note: (mode: Mode, at: Date) => void
}

/** Stored per secrets key, so that a data folder that was put back finds its own. */
export function findsIn(parameters: Pick<Parameters, 'find' | 'save'>, keyId: string): Finds {
  const name = (mode: Mode) => `/used-addresses/${keyId.split('/').at(-1)}/${mode}`
  return {
    last: (mode) => parameters.find(name(mode)),
    note: (mode, at) => parameters.save(name(mode), at.toISOString()),
  }
}

type Deps = {
  invoke: (name: string, event: unknown) => Promise<unknown>
  finds: Finds
  now: () => Date
}

const avoided: z.ZodType<Avoided> = z.union([
  z.object({ outcome: z.enum(['unused', 'unread']) }),
  z.object({ outcome: z.enum(['skipped', 'stopped']), highest: z.int() }),
])

/** Does at once what the schedule does, and with what a folder that was put back has forgotten. */
export async function avoidUsedAddresses(
  { invoke, finds, now }: Deps,
  mode: Mode,
): Promise<Avoided> {
  const event = { mode, foundAt: finds.last(mode) }
  const found = avoided.parse(await invoke('avoid-used-addresses', event))
  // Noted last: a process that ends before it finds nothing again.
  if ('highest' in found) finds.note(mode, now())
  return found
}
