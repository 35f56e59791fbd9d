import { onTestFinished, vi } from 'vitest'
import { machineNames } from '../../infra/function-row.ts'
import { startStepFunctions } from '../../infra/local/aws/step-functions/start-step-functions.ts'
import { testDataDir } from '../../infra/local/aws/test-data-dir.ts'

/**
 * The service's state machines, whose executions end at once and whose names can be asked for. The functions' environment
 * leads to them, and with the test they go away.
 */
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
  vi.stubEnv('AWS_ENDPOINT_URL_SFN', service.url)
  vi.stubEnv('SESSION_TIMER_ARN', service.machineArn('session-timer'))
  return service
}
