import { transact, type Write } from '../../../shared/kernel/store/transact.ts'
import type { Counts } from '../counts.ts'
import { measured, meteredInvocation } from '../meter.ts'
import type { World } from '../world.ts'

/** The cost of writes that join an existing transaction: only they count. */
export async function joinedWrites({ table }: World, writes: readonly Write[]): Promise<Counts> {
  const { writeUnits = 0, storedByteMonths = 0 } = await measured(() =>
    meteredInvocation(512, () => transact(table, writes)),
  )
  return { writeUnits, storedByteMonths }
}
