import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DescribeExecutionCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import type { FunctionRow } from '../../infra/function-row.ts'
import { functions } from '../../infra/functions.ts'
import { startStepFunctions } from '../../infra/local/aws/step-functions/start-step-functions.ts'
import { testCaller, testDataDir } from '../../infra/local/aws/test-data-dir.ts'
import { type MachineName, machineNames } from '../../shared/kernel/operation/touches.ts'
import { eventually } from '../eventually.ts'

function textOf(name: MachineName): Promise<string> {
  return readFile(join(repositoryRoot, 'infra/machines', `${name}.asl.json`), 'utf8')
}

const past = '2026-01-01T00:00:00.000Z'

/** Runs the unmodified file after all of its waits, with these task results in order. */
async function run(name: MachineName, responses: readonly unknown[]) {
  const calls: unknown[] = []
  const service = await startStepFunctions({
    dataDir: await testDataDir(),
    port: 0,
    machines: { [name]: await textOf(name) },
    invoke: async (functionName, payload) => {
      const response = responses[calls.length]
      calls.push([functionName, payload])
      return response
    },
    now: () => new Date('2026-03-01T12:00:00Z'),
  })
  const client = new SFNClient({ ...testCaller, endpoint: service.url })
  onTestFinished(async () => {
    client.destroy()
    await service.close()
  })
  const stateMachineArn = service.machineArn(name)
  const input = JSON.stringify(begin)
  const started = { stateMachineArn, name: 'cs_1', input }
  const { executionArn } = await client.send(new StartExecutionCommand(started))
  const { status } = await eventually(
    () => client.send(new DescribeExecutionCommand({ executionArn })),
    (execution) => execution.status !== 'RUNNING',
    { everyMs: 10, what: `the end of ${name}` },
  )
  return { status, calls }
}

const begin = { mode: 'test', sessionId: 'cs_1', lap: 0, waitUntil: past }

it.each([
  ['session-timer', 'watch-session'],
  ['payment-confirmation', 'recheck-payment'],
] as const)('%s runs its task once after its wait', async (name, task) => {
  const { status, calls } = await run(name, [{ phase: 'grace', decided: false }])
  expect(status).toBe('SUCCEEDED')
  expect(calls).toEqual([[`${task}-test`, begin]])
})

const definition = z.object({
  States: z.record(
    z.string(),
    z.looseObject({ Type: z.string(), Resource: z.string().optional() }),
  ),
})
const task = z.object({
  Parameters: z.object({ 'FunctionName.$': z.string() }),
  TimeoutSeconds: z.int(),
  Retry: z.tuple([
    z.object({
      ErrorEquals: z.tuple([z.literal('States.ALL')]),
      IntervalSeconds: z.int(),
      BackoffRate: z.number(),
      MaxDelaySeconds: z.int(),
      MaxAttempts: z.int(),
    }),
  ]),
})
const rows: Readonly<Record<string, FunctionRow>> = functions

describe.each(machineNames)('%s', (name) => {
  it('retries tasks for a day, and waits longer than their functions run', async () => {
    const { States } = definition.parse(JSON.parse(await textOf(name)))
    const tasks = Object.values(States).filter(({ Type }) => Type === 'Task')
    expect(tasks).not.toEqual([])
    for (const { Parameters, TimeoutSeconds, Retry } of tasks.map((each) => task.parse(each))) {
      const [, invoked] = /\$\{([\w-]+)\}/.exec(Parameters['FunctionName.$']) ?? []
      const row = rows[`${invoked}-live`]
      expect(TimeoutSeconds).toBeGreaterThan(row?.timeoutSeconds ?? Number.POSITIVE_INFINITY)
      const [{ MaxDelaySeconds, MaxAttempts }] = Retry
      expect(MaxDelaySeconds * (MaxAttempts - 10)).toBeGreaterThan(86_400)
      // Each attempt is four entries of an execution's history, which ends at 25,000.
      expect(4 * MaxAttempts).toBeLessThan(25_000 / 2)
    }
  })
})
