import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import * as z from 'zod'
import { readInstanceFile } from '../local/instance-file.ts'
import { type CallOperator, callingOperator } from './call-operator.ts'
import type { OperateConfig } from './config.ts'
import { OperateError } from './operate-error.ts'
import { proveCaller } from './prove-caller.ts'

const functionError = z.object({ errorType: z.string().optional(), errorMessage: z.string() })

/**
 * The functions of the instance in the configured data folder, or of the AWS deployment if a prefix is set: then the
 * AWS SDK reads Region and credentials itself.
 */
export async function operatorFunctions({
  dataDir,
  functionPrefix,
}: Pick<OperateConfig, 'dataDir' | 'functionPrefix'>): Promise<CallOperator> {
  if (functionPrefix !== undefined) return provenCaller(new LambdaClient(), functionPrefix)
  const instance = await readInstanceFile(dataDir)
  if (!instance) {
    throw new OperateError(
      `No instance runs on ${dataDir}. Start one with npm start, set DATA_DIR to its folder, or set FUNCTION_PREFIX for a deployment on AWS.`,
    )
  }
  const { awsEndpoints, operator } = instance
  const client = new LambdaClient({
    endpoint: awsEndpoints.lambda,
    region: 'us-east-1',
    credentials: operator,
  })
  return callingOperator((functionName, payload) => invoke(client, functionName, payload))
}

/** On AWS each call proves who makes it. On one machine nothing can verify that. */
function provenCaller(client: LambdaClient, prefix: string): CallOperator {
  return callingOperator(async (name, payload) => {
    const functionName = `${prefix}${name}`
    const signer = { region: await client.config.region(), credentials: client.config.credentials }
    const callerProof = await proveCaller(signer, { functionName, payload })
    return invoke(client, functionName, { ...payload, callerProof })
  })
}

async function invoke(client: LambdaClient, functionName: string, payload: object) {
  const { FunctionError, Payload } = await send(client, functionName, payload)
  const response: unknown = JSON.parse(Payload?.transformToString() || 'null')
  if (FunctionError === undefined) return response
  throw new OperateError(functionError.safeParse(response).data?.errorMessage ?? FunctionError)
}

async function send(client: LambdaClient, functionName: string, payload: object) {
  try {
    return await client.send(
      new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(payload) }),
    )
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error)
    throw new OperateError(`${functionName} cannot be reached: ${reason}`, { cause: error })
  }
}
