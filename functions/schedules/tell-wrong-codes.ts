import { tellWrongCodes } from '../../shared/admin/operators/tell-wrong-codes.ts'
import { failedInvocations, failuresOfAlarm } from '../../shared/kernel/metrics.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'
import { processServices } from '../../shared/kernel/operation/process-services.ts'
import { log } from '../../shared/log/log.ts'
import { scheduledFunction } from '../pipelines/pausing-functions.ts'

/** Every five minutes: alarms about wrong codes after a right password. */
export function serve(config: Config) {
  const deps = processServices(config)
  return scheduledFunction(deps.table, async (): Promise<{ told: number }> => {
    const found = await tellWrongCodes(deps)
    const measured = { [failedInvocations]: failuresOfAlarm }
    for (const each of found) log('wrong codes after a right password', each, measured)
    return { told: found.length }
  })
}
