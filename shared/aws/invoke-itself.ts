import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import type { Config } from '../kernel/operation/config.ts'

/** Invokes the function again, without waiting for the result. */
export type InvokeItself = (event: Readonly<Record<string, unknown>>) => Promise<void>

export function invokingItself(config: Config): InvokeItself {
  const lambda = new LambdaClient()
  return async (event) => {
    const command = new InvokeCommand({
      FunctionName: config('AWS_LAMBDA_FUNCTION_NAME'),
      InvocationType: 'Event',
      Payload: JSON.stringify(event),
    })
    await lambda.send(command)
  }
}
