import { onTestFinished } from 'vitest'
import { startStepFunctions } from '../../infra/local/aws/step-functions/start-step-functions.ts'
import { testDataDir } from '../../infra/local/aws/test-data-dir.ts'
import { machineNames } from '../../shared/kernel/operation/touches.ts'
import { setSdkVariables } from '../config.ts'

/** The service's state machines, whose executions end at once and can be looked up by name. They go away with the test. */
export async function localMachines() {
  const machine = JSON.stringify({ StartAt: 'End', States: { End: { Type: 'Succeed' } } })
  const service = await startStepFunctions({
    dataDir: await testDataDir(),
    port: 0,
    machines: Object.fromEntries(machineNames.map((name) => [name, machine])),
    invoke: async () => ({}),
    now: () => new Date(),
  })
  onTestFinished(service.close)
  setSdkVariables({ AWS_ENDPOINT_URL_SFN: service.url })
  return service
}
