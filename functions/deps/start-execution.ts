import {
  ExecutionAlreadyExists,
  SFNClient,
  StartExecutionCommand,
  type StartExecutionCommandInput,
} from '@aws-sdk/client-sfn'

const sfn = new SFNClient()

/**
 * Starts an execution of a state machine. The name makes it idempotent: an execution of that name that runs or has
 * run is as good as a new one.
 */
export async function startExecution(
  machineArn: string,
  name: string,
  input: Record<string, string | number>,
): Promise<void> {
  const command: StartExecutionCommandInput = {
    stateMachineArn: machineArn,
    name,
    input: JSON.stringify(input),
  }
  try {
    await sfn.send(new StartExecutionCommand(command))
  } catch (error) {
    if (!(error instanceof ExecutionAlreadyExists)) throw error
  }
}
