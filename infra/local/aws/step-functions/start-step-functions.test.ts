import { cp, readFile } from 'node:fs/promises'
import {
  DescribeExecutionCommand,
  type DescribeExecutionOutput,
  SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn'
import { describe, expect, onTestFinished, test } from 'vitest'
import { machineNames } from '../../../../shared/kernel/operation/touches.ts'
import { testCaller, testDataDir } from '../test-data-dir.ts'
import { loadMachine } from './machine.ts'
import { startStepFunctions } from './start-step-functions.ts'

const functionNamed = (name: string) => `\${${name}}`

const task = (parameters: Record<string, unknown> = {}) => ({
  Type: 'Task',
  Resource: functionNamed('work'),
  TimeoutSeconds: 60,
  ...parameters,
})

/** Waits until `$.at`, works, and repeats while the task returns `{"again": true, …}`. */
const loop = {
  StartAt: 'Until',
  States: {
    Until: { Type: 'Wait', TimestampPath: '$.at', Next: 'Work' },
    Work: task({ Next: 'Again' }),
    Again: {
      Type: 'Choice',
      Choices: [{ Variable: '$.again', BooleanEquals: true, Next: 'Until' }],
      Default: 'Done',
    },
    Done: { Type: 'Succeed' },
  },
}
const single = (parameters: Record<string, unknown> = {}) => ({
  StartAt: 'Work',
  States: { Work: task({ ...parameters, End: true }) },
})

type Invoke = (functionName: string, payload: unknown) => Promise<unknown>
type Setup = { machine: unknown; invoke: Invoke; dataDir?: string; now?: () => Date }

const begin = Date.parse('2026-01-01T00:00:00Z')
const atSecond = (seconds: number) => new Date(begin + seconds * 1000)

async function open({ machine, invoke, dataDir, now = () => atSecond(0) }: Setup) {
  const reports: string[] = []
  const service = await startStepFunctions({
    dataDir: dataDir ?? (await testDataDir()),
    port: 0,
    machines: { loop: JSON.stringify(machine) },
    invoke,
    now,
    report: (text) => reports.push(text),
  })
  const client = new SFNClient({ ...testCaller, endpoint: service.url })
  const close = async () => {
    client.destroy()
    await service.close()
  }
  const start = (name: string, input: unknown = {}, stateMachineArn = service.machineArn('loop')) =>
    client.send(new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(input) }))
  return { service, client, close, start, reports }
}

async function testService(setup: Setup) {
  const opened = await open(setup)
  onTestFinished(opened.close)
  return opened
}

/** Polls until the execution has ended; the SDK has no waiter for it. */
async function ended(client: SFNClient, executionArn: string | undefined) {
  for (;;) {
    const execution: DescribeExecutionOutput = await client.send(
      new DescribeExecutionCommand({ executionArn }),
    )
    if (execution.status !== 'RUNNING') return execution
  }
}

/** A function that records its payloads and returns `results` one after the other; then it never returns. */
function recordingFunction(results: readonly unknown[]) {
  const payloads: unknown[] = []
  const waiting = Promise.withResolvers<void>()
  const invoke: Invoke = async (functionName, payload) => {
    expect(functionName).toBe('work')
    const result = results[payloads.length]
    payloads.push(payload)
    if (result !== undefined) return result
    waiting.resolve()
    return await new Promise(() => {})
  }
  return { invoke, payloads, waiting: waiting.promise }
}

describe('an execution', () => {
  test('passes its data from state to state and ends with the last output', async () => {
    const { invoke, payloads } = recordingFunction([
      { again: true, at: atSecond(0) },
      { again: false },
    ])
    const { client, start } = await testService({ machine: loop, invoke })
    const { executionArn } = await start('one', { at: atSecond(-1) })
    expect(await ended(client, executionArn)).toMatchObject({
      name: 'one',
      status: 'SUCCEEDED',
      input: JSON.stringify({ at: atSecond(-1) }),
      output: '{"again":false}',
      startDate: atSecond(0),
      stopDate: atSecond(0),
    })
    expect(payloads).toEqual([
      { at: atSecond(-1).toISOString() },
      { again: true, at: atSecond(0).toISOString() },
    ])
  })

  test('waits until the second of the timestamp, by the injected clock, as AWS does', async () => {
    const { invoke, waiting } = recordingFunction([])
    const offset = begin - 600 - Date.now()
    const now = () => new Date(Date.now() + offset)
    const { start } = await testService({ machine: loop, invoke, now })
    await start('one', { at: atSecond(0.999) })
    await waiting
    expect(now().getTime()).toBeGreaterThanOrEqual(begin)
  })

  test('does not wait for the milliseconds of a timestamp', async () => {
    const { invoke, waiting } = recordingFunction([])
    const { start } = await testService({ machine: loop, invoke, now: () => atSecond(7) })
    await start('one', { at: atSecond(7.999) })
    await waiting
  })

  test('retries a task whose error the machine names', async () => {
    const retry = [{ ErrorEquals: ['Busy'], IntervalSeconds: 0, MaxAttempts: 2 }]
    let calls = 0
    const invoke = async () => {
      calls++
      if (calls < 3) throw Object.assign(new Error('not now'), { name: 'Busy' })
      return { calls }
    }
    const { client, start } = await testService({ machine: single({ Retry: retry }), invoke })
    const { executionArn } = await start('one')
    expect(await ended(client, executionArn)).toMatchObject({
      status: 'SUCCEEDED',
      output: '{"calls":3}',
    })
  })

  test('fails with the error of its task, and says so', async () => {
    const invoke = async () => {
      throw Object.assign(new Error('no such session'), { name: 'NotFound' })
    }
    const { client, start, reports } = await testService({ machine: single(), invoke })
    const { executionArn } = await start('one')
    expect(await ended(client, executionArn)).toMatchObject({
      status: 'FAILED',
      error: 'NotFound',
      cause: 'no such session',
    })
    expect(reports).toEqual([expect.stringContaining('NotFound: no such session')])
  })

  test('continues where a task error is caught', async () => {
    const machine = {
      StartAt: 'Work',
      States: {
        Work: task({ Catch: [{ ErrorEquals: ['States.ALL'], Next: 'Caught' }], End: true }),
        Caught: { Type: 'Succeed' },
      },
    }
    const invoke = async () => {
      throw new Error('broken')
    }
    const { client, start } = await testService({ machine, invoke })
    const { executionArn } = await start('one')
    expect(await ended(client, executionArn)).toMatchObject({
      status: 'SUCCEEDED',
      output: '{"Error":"Error","Cause":"broken"}',
    })
  })

  test('ends when the machine has run for too long', async () => {
    let now = atSecond(0)
    const invoke = async () => {
      now = atSecond(61)
      return { again: true, at: atSecond(0) }
    }
    const machine = { ...loop, TimeoutSeconds: 60 }
    const { client, start } = await testService({ machine, invoke, now: () => now })
    const { executionArn } = await start('one', { at: atSecond(0) })
    expect(await ended(client, executionArn)).toMatchObject({ status: 'TIMED_OUT' })
  })
})

describe('a name', () => {
  test('starts only one execution, however often it is requested while that one runs', async () => {
    const { invoke, payloads, waiting } = recordingFunction([])
    const { service, start } = await testService({ machine: single(), invoke })
    const first = await start('one', { a: 1 })
    const second = await start('one', { a: 1 })
    await waiting
    expect(second.executionArn).toBe(first.executionArn)
    expect(second.startDate).toEqual(first.startDate)
    expect(service.runningCount()).toBe(1)
    expect(payloads).toHaveLength(1)
  })

  test('is rejected with another input, and once its execution has ended', async () => {
    const { client, start } = await testService({ machine: single(), invoke: async () => ({}) })
    const { executionArn } = await start('ended')
    await ended(client, executionArn)
    const error = { name: 'ExecutionAlreadyExists' }
    await expect(start('ended')).rejects.toMatchObject(error)

    const waiting = await testService({ machine: loop, invoke: async () => ({}) })
    await waiting.start('waiting', { at: atSecond(60) })
    await expect(waiting.start('waiting', { at: atSecond(61) })).rejects.toMatchObject(error)
  })

  test('can be used again 90 days after its execution ended', async () => {
    const dataDir = await testDataDir()
    const setup = { machine: single(), invoke: async () => ({}), dataDir }
    const first = await open(setup)
    const { executionArn } = await first.start('one')
    await ended(first.client, executionArn)
    await first.close()
    const later = await testService({ ...setup, now: () => atSecond(91 * 24 * 3600) })
    await expect(later.start('one')).resolves.toMatchObject({ executionArn })
  })

  test.each([
    ['InvalidName', 'no spaces', undefined],
    ['StateMachineDoesNotExist', 'one', 'arn:aws:states:local:000000000000:stateMachine:other'],
  ])('%s', async (error, name, stateMachineArn) => {
    const { start } = await testService({ machine: single(), invoke: async () => ({}) })
    await expect(start(name, {}, stateMachineArn)).rejects.toMatchObject({ name: error })
  })
})

describe('after a restart', () => {
  test('a wait ends when it would have ended anyway', async () => {
    const dataDir = await testDataDir()
    const { invoke, payloads } = recordingFunction([{ again: false }])
    const before = await open({ machine: loop, invoke, dataDir })
    const { executionArn } = await before.start('one', { at: atSecond(3600) })
    await before.close()
    expect(payloads).toEqual([])

    const { client } = await testService({
      machine: loop,
      invoke,
      dataDir,
      now: () => atSecond(3600),
    })

    expect(await ended(client, executionArn)).toMatchObject({ status: 'SUCCEEDED' })
    expect(payloads).toEqual([{ at: atSecond(3600).toISOString() }])
  })

  test('a task that kill -9 interrupted restarts with its input', async () => {
    const dataDir = await testDataDir()
    const cutOff = recordingFunction([{ again: true, at: atSecond(0) }])
    const before = await testService({ machine: loop, invoke: cutOff.invoke, dataDir })
    const { executionArn } = await before.start('one', { at: atSecond(0) })
    await cutOff.waiting
    // The state after a killed process: the files as they are, nothing closed.
    const left = await testDataDir()
    await cp(dataDir, left, { recursive: true })

    const { invoke, payloads } = recordingFunction([{ again: false }])
    const { client, service } = await testService({ machine: loop, invoke, dataDir: left })

    expect(await ended(client, executionArn)).toMatchObject({ status: 'SUCCEEDED' })
    expect(payloads).toEqual([{ again: true, at: atSecond(0).toISOString() }])
    expect(service.runningCount()).toBe(0)
  })

  test('what has ended stays ended', async () => {
    const dataDir = await testDataDir()
    const setup = { machine: single(), invoke: async () => ({ fine: true }), dataDir }
    const before = await open(setup)
    const { executionArn } = await before.start('one')
    const result = await ended(before.client, executionArn)
    await before.close()
    const { client } = await testService(setup)
    const again = await ended(client, executionArn)
    expect({ ...again, $metadata: null }).toEqual({ ...result, $metadata: null })
  })
})

describe('a machine', () => {
  test.each(machineNames)('%s loads unchanged', async (name) => {
    const file = new URL(`../../../machines/${name}.asl.json`, import.meta.url)
    const machine = loadMachine(name, await readFile(file, 'utf8'))
    expect(machine.step(machine.startAt).state.Type).toBe('Wait')
  })
})
