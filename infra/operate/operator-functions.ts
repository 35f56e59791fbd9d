import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import * as z from 'zod'
import type { FunctionName } from '../functions.ts'
import { readInstanceFile } from '../local/instance-file.ts'
import type { OperateConfig } from './config.ts'
import { OperateError } from './operate-error.ts'
import { proveCaller } from './prove-caller.ts'

/** Functions that the terminal may call; those that end in an operator's trigger. */
type OperatorFunction = Extract<FunctionName, `operator-${string}`>

/** Calls an operator function and gives out its answer. Throws an `OperateError` with the function's own message. */
export type CallOperator = (functionName: OperatorFunction, payload: unknown) => Promise<unknown>

const asObject = z.record(z.string(), z.unknown())

const functionError = z.object({ errorType: z.string().optional(), errorMessage: z.string() })

/**
 * The functions of the instance whose data folder is configured, or of the deployment on AWS where a prefix is: then
 * region and credentials come from the AWS SDK's own environment.
 */
export async function operatorFunctions({
  dataDir,
  functionPrefix,
}: OperateConfig): Promise<CallOperator> {
  if (functionPrefix !== undefined) return provenCaller(new LambdaClient(), functionPrefix)
  const instance = await readInstanceFile(dataDir)
  if (!instance) {
    throw new OperateError(
      `No instance runs on ${dataDir}. Start one with npm start, name its folder in DATA_DIR, or set FUNCTION_PREFIX for a deployment on AWS.`,
    )
  }
  const { awsEndpoints, operator } = instance
  const client = new LambdaClient({
    endpoint: awsEndpoints.lambda,
    region: 'us-east-1',
    credentials: operator,
  })
  return caller(client, '')
}

function caller(client: LambdaClient, prefix: string): CallOperator {
  return async (functionName, payload) => {
    const { FunctionError, Payload } = await invoke(client, `${prefix}${functionName}`, payload)
    const answer: unknown = JSON.parse(Payload?.transformToString() || 'null')
    if (FunctionError === undefined) return answer
    throw new OperateError(functionError.safeParse(answer).data?.errorMessage ?? FunctionError)
  }
}

/** On AWS each call proves who makes it. On one machine there is nobody who could vouch for that. */
function provenCaller(client: LambdaClient, prefix: string): CallOperator {
  const call = caller(client, prefix)
  return async (functionName, payload) => {
    const signer = { region: await client.config.region(), credentials: client.config.credentials }
    const invocation = { functionName: `${prefix}${functionName}`, payload }
    const callerProof = await proveCaller(signer, invocation)
    return call(functionName, { ...asObject.parse(payload), callerProof })
  }
}

async function invoke(client: LambdaClient, functionName: string, payload: unknown) {
  try {
    return await client.send(
      new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(payload) }),
    )
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error)
    throw new OperateError(`${functionName} cannot be reached: ${reason}`, { cause: error })
  }
}
