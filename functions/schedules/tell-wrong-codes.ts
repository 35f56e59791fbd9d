import { tellWrongCodes } from '../../shared/admin/operators/tell-wrong-codes.ts'
import { failedInvocations, failuresOfAlarm } from '../../shared/kernel/metrics.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import type { Config } from '../config.ts'
import { log } from '../log/log.ts'
import { scheduledFunction } from '../pipelines/pausing-functions.ts'

/** Every five minutes: alarms about wrong codes after a right password. */
export function serve(config: Config) {
  const deps = { table: openTable(config('TABLE_NAME')), now: () => new Date() }
  return scheduledFunction(deps.table, async (): Promise<{ told: number }> => {
    const found = await tellWrongCodes(deps)
    const measured = { [failedInvocations]: failuresOfAlarm }
    for (const each of found) log('wrong codes after a right password', each, measured)
    return { told: found.length }
  })
}
