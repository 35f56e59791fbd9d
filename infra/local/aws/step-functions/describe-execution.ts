import * as z from 'zod'
import { WireError } from '../wire-error.ts'
import type { ExecutionRecords } from './execution-records.ts'

export const describeExecutionInput = z.object({ executionArn: z.string() })

export function describeExecution(
  records: Pick<ExecutionRecords, 'find'>,
  { executionArn }: z.output<typeof describeExecutionInput>,
): unknown {
  const execution = records.find(executionArn)
  if (!execution) {
    const message = `Execution Does Not Exist: '${executionArn}'`
    throw new WireError('ExecutionDoesNotExist', message)
  }
  const { machine, name, input, startedAt, progress } = execution
  const common = {
    executionArn,
    stateMachineArn: machine,
    name,
    input,
    startDate: startedAt / 1000,
    status: progress.status,
  }
  if (progress.status === 'RUNNING') return common
  const { stoppedAt, ...outcome } = progress
  return { ...common, ...outcome, stopDate: stoppedAt / 1000 }
}
