import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import { moment } from '../../../kernel/store/codecs.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { addition } from '../../../kernel/store/writes.ts'
import { settingsKeys } from './keys.ts'

/** The path of the account of each mode, such as m/44'/60'/7'. */
export type WatchOnly = Record<Mode, string>

/** Created once, at setup. */
export type Instance = {
  /** First deposit addresses: public, and enough to check whether a mnemonic is the one used at setup. */
  firstAddresses: { live: string; test: string }
  setUpAt: Date
  /** The paths of its accounts if it has no words, so that its owner sweeps with `recover`; null otherwise. */
  watchOnly: WatchOnly | null
}

const instanceCodec = z.lazy(() =>
  z.object({
    firstAddresses: z.object({ live: z.string(), test: z.string() }),
    setUpAt: moment,
    watchOnly: z.object({ live: z.string(), test: z.string() }).nullable().default(null),
  }),
)

/** The write that marks the instance as set up; its condition fails if it already was. */
export function instanceCreation({
  firstAddresses,
  setUpAt,
  watchOnly = null,
}: Omit<Instance, 'watchOnly'> & { watchOnly?: WatchOnly | null }): Write {
  const instance = z.encode(instanceCodec, { firstAddresses, setUpAt, watchOnly })
  return addition({ ...settingsKeys.instance(), ...instance })
}

/** Undefined before setup. */
export function loadInstance(table: Table): Promise<Instance | undefined> {
  return readItem(table, settingsKeys.instance(), instanceCodec)
}

/** Whether the instance has extended public keys alone (consistent): nothing may be expected of it that needs words. */
export async function isWatchOnly(table: Table): Promise<boolean> {
  return Boolean((await loadInstance(table))?.watchOnly)
}
