import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startStepFunctions } from '../../infra/local/aws/step-functions/start-step-functions.ts'
import { machineNames } from '../../shared/kernel/operation/touches.ts'
import { setSdkVariables } from '../config.ts'
import { localAws } from '../local-aws.ts'

/** The service's state machines, whose executions end at once and are found by name. They stop with the test. */
export async function localMachines() {
  const { stop, ...service } = await startLocalMachines()
  onTestFinished(stop)
  return service
}

/** For a file of tests, which has to stop them. */
export async function startLocalMachines() {
  const machine = JSON.stringify({ StartAt: 'End', States: { End: { Type: 'Succeed' } } })
  const dataDir = await mkdtemp(join(tmpdir(), 'quittance-'))
  const { close, ...service } = await startStepFunctions({
    dataDir,
    port: 0,
    machines: Object.fromEntries(machineNames.map((name) => [name, machine])),
    invoke: async () => ({}),
    now: () => new Date(),
  })
  const { variables } = await localAws()
  setSdkVariables({ ...variables, AWS_ENDPOINT_URL_SFN: service.url })
  return {
    ...service,
    stop: async () => {
      await close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
