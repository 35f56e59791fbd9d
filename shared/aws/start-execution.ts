import {
  ExecutionAlreadyExists,
  SFNClient,
  StartExecutionCommand,
  type StartExecutionCommandInput,
} from '@aws-sdk/client-sfn'

type StartExecution = (
  name: string,
  input: Readonly<Record<string, string | number>>,
) => Promise<void>

/**
 * Starts executions of a state machine. The name makes it idempotent: if an execution with that name exists, nothing
 * happens.
 */
export function executionsOf(stateMachineArn: string): StartExecution {
  const sfn = new SFNClient()
  return async (name, input) => {
    const command: StartExecutionCommandInput = {
      stateMachineArn,
      name,
      input: JSON.stringify(input),
    }
    try {
      await sfn.send(new StartExecutionCommand(command))
    } catch (error) {
      if (!(error instanceof ExecutionAlreadyExists)) throw error
    }
  }
}
