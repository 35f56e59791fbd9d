import { join } from 'node:path'
import { type JsonServiceOptions, startJsonService } from '../json-service.ts'
import { parseBody } from '../parse-body.ts'
import { WireError } from '../wire-error.ts'
import { machineArn } from './arns.ts'
import { describeExecution, describeExecutionInput } from './describe-execution.ts'
import type { Execution } from './execution.ts'
import { type ExecutionRecords, openExecutionRecords } from './execution-records.ts'
import { loadMachine } from './machine.ts'
import { runExecution } from './run-execution.ts'
import type { RunStateDeps } from './run-state.ts'
import { type StartExecutionDeps, startExecution, startExecutionInput } from './start-execution.ts'

export type StartStepFunctionsInput = {
  /** The executions are in its subfolder `step-functions`. */
  dataDir: string
  /** 0 uses a free port. */
  port: number
  /** The ASL text of each machine by name, with `${function-name}` for the ARNs of functions. */
  machines: Readonly<Record<string, string>>
  invoke: RunStateDeps['invoke']
  now: () => Date
  longestSleepMs?: RunStateDeps['longestSleepMs']
  /** Called with a message about each execution that fails. */
  report?: (text: string) => void
  accessKeyIds?: JsonServiceOptions['accessKeyIds']
}

export type StepFunctions = {
  url: string
  machineArn: (name: string) => string
  runningCount: () => number
  /** Stops executions in their current state; the next start resumes them. */
  close: () => Promise<void>
}

/** An execution's name can be reused this long after it stopped, as on AWS. */
const nameKeptMs = 90 * 24 * 3600 * 1000

/** Starts a local Step Functions: StartExecution and DescribeExecution, with executions that survive a restart. */
export async function startStepFunctions({
  dataDir,
  port,
  machines,
  invoke,
  now,
  longestSleepMs,
  accessKeyIds,
  report = console.error,
}: StartStepFunctionsInput): Promise<StepFunctions> {
  const loaded = Object.entries(machines).map(([name, text]) => loadMachine(name, text))
  const byArn = new Map(loaded.map((machine) => [machineArn(machine.name), machine]))
  const records = openExecutionRecords(join(dataDir, 'step-functions'))
  records.forgetStoppedBefore(new Date(now().getTime() - nameKeptMs))
  const stop = new AbortController()
  const running = new Set<Promise<void>>()

  function run(execution: Execution): void {
    const machine = byArn.get(execution.machine)
    if (!machine) {
      report(`${execution.arn} is paused: its state machine no longer exists`)
      return
    }
    const deps = { records, invoke, now, report, longestSleepMs, signal: stop.signal }
    const ended = runExecution(deps, machine, execution)
      .catch((error: unknown) => report(`${execution.arn} is paused until a restart: ${error}`))
      .finally(() => running.delete(ended))
    running.add(ended)
  }

  const service = await startJsonService({
    port,
    accessKeyIds,
    handle: ({ operation, body }) =>
      handle({ machines: byArn, records, now, run }, operation, body),
  })
  for (const execution of records.running()) run(execution)
  return {
    url: service.url,
    machineArn,
    runningCount: () => running.size,
    close: async () => {
      await service.close()
      stop.abort()
      await Promise.allSettled(running)
      records.close()
    },
  }
}

type Deps = StartExecutionDeps & { records: ExecutionRecords }

async function handle(deps: Deps, operation: string, body: Buffer): Promise<unknown> {
  switch (operation) {
    case 'StartExecution':
      return startExecution(deps, parseBody(body, startExecutionInput))
    case 'DescribeExecution':
      return describeExecution(deps.records, parseBody(body, describeExecutionInput))
    default:
      throw new WireError('UnknownOperationException', `no operation ${operation}`)
  }
}
