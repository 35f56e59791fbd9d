import * as z from 'zod'
import { moment } from '../../../kernel/store/codecs.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { addition } from '../../../kernel/store/writes.ts'
import { settingsKeys } from './keys.ts'

/** Created once, at setup. */
export type Instance = {
  /** First deposit addresses: public, and enough to check whether a mnemonic is the one used at setup. */
  firstAddresses: { live: string; test: string }
  setUpAt: Date
}

const instanceCodec = z.lazy(() =>
  z.object({
    firstAddresses: z.object({ live: z.string(), test: z.string() }),
    setUpAt: moment,
  }),
)

/** The write that marks the instance as set up; its condition fails if it already was. */
export function instanceCreation(instance: Instance): Write {
  return addition({ ...settingsKeys.instance(), ...z.encode(instanceCodec, instance) })
}

/** Undefined before setup. */
export function loadInstance(table: Table): Promise<Instance | undefined> {
  return readItem(table, settingsKeys.instance(), instanceCodec)
}
