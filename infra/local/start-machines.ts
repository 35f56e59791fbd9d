import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { machineNames } from '../../shared/kernel/operation/touches.ts'
import { repositoryRoot } from '../build/repository-root.ts'
import {
  type StepFunctions,
  startStepFunctions,
} from './aws/step-functions/start-step-functions.ts'
import type { LocalConfig } from './config.ts'
import type { Foundation } from './foundation.ts'
import type { FunctionHost } from './functions/function-host.ts'
import type { Invocation } from './functions/invocation.ts'
import type { Shutdown } from './shutdown.ts'

type Input = {
  config: LocalConfig
  foundation: Foundation
  shutdown: Shutdown
  /** Executions of an earlier run resume immediately, and wait for the functions. */
  host: Promise<FunctionHost>
}

export async function startMachines({
  config,
  foundation,
  shutdown,
  host,
}: Input): Promise<StepFunctions> {
  const texts = machineNames.map(async (name) => {
    const path = join(repositoryRoot, 'infra/machines', `${name}.asl.json`)
    return [name, await readFile(path, 'utf8')] as const
  })
  const machines = await startStepFunctions({
    dataDir: config.dataDir,
    port: await foundation.ports.take('sfn'),
    accessKeyIds: foundation.accessKeyIds,
    machines: Object.fromEntries(await Promise.all(texts)),
    invoke: async (name, payload) => taskResult(await (await host).invoke(name, payload)),
    now: () => new Date(),
    ...(config.clock && { longestSleepMs: 100 }),
    report: (text) => foundation.log.write('machines', text),
  })
  shutdown.add('machines', machines.close)
  return machines
}

/** Returns a task's result, or throws its error with the name that an ASL file can catch. */
function taskResult(invocation: Invocation): unknown {
  if (invocation.outcome === 'answered') return JSON.parse(invocation.payload)
  const { errorType, errorMessage } = invocation.error
  const error = new Error(errorMessage)
  error.name = errorType
  throw error
}
