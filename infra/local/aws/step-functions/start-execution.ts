import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { WireError } from '../wire-error.ts'
import { executionArn, machineArn } from './arns.ts'
import type { Execution } from './execution.ts'
import type { ExecutionRecords } from './execution-records.ts'
import type { Machine } from './machine.ts'

export const startExecutionInput = z.object({
  stateMachineArn: z.string(),
  name: z.string().optional(),
  input: z.string().default('{}'),
})

export type StartExecutionDeps = {
  /** By ARN. */
  machines: ReadonlyMap<string, Machine>
  records: Pick<ExecutionRecords, 'find' | 'save'>
  now: () => Date
  run: (execution: Execution) => void
}

/** Starts an execution, once per machine and name. */
export function startExecution(
  { machines, records, now, run }: StartExecutionDeps,
  { stateMachineArn, name = randomUUID(), input }: z.output<typeof startExecutionInput>,
): unknown {
  const machine = machines.get(stateMachineArn)
  if (!machine) {
    const message = `State Machine Does Not Exist: '${stateMachineArn}'`
    throw new WireError('StateMachineDoesNotExist', message)
  }
  if (!/^[\w-]{1,80}$/.test(name)) throw new WireError('InvalidName', `Invalid Name: '${name}'`)
  if (!isJson(input)) throw new WireError('InvalidExecutionInput', 'the input is not JSON')
  const present = records.find(executionArn(machine.name, name))
  if (present) return resolveRepeated(present, input)
  const execution = newExecution(machine, { name, input, at: now().getTime() })
  records.save(execution)
  run(execution)
  return started(execution)
}

/** While an execution runs, a start with the same name and input is idempotent. Afterwards, the name is in use. */
function resolveRepeated(present: Execution, input: string): unknown {
  if (present.progress.status === 'RUNNING' && present.input === input) return started(present)
  throw new WireError('ExecutionAlreadyExists', `Execution Already Exists: '${present.arn}'`)
}

function newExecution(
  machine: Machine,
  { name, input, at }: { name: string; input: string; at: number },
): Execution {
  return {
    arn: executionArn(machine.name, name),
    machine: machineArn(machine.name),
    name,
    input,
    startedAt: at,
    progress: { status: 'RUNNING', state: machine.startAt, stateInput: input, enteredAt: at },
  }
}

function started({ arn, startedAt }: Execution): unknown {
  return { executionArn: arn, startDate: startedAt / 1000 }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}
