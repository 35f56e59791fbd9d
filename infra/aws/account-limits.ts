import {
  GetAccountSettingsCommand,
  GetFunctionConcurrencyCommand,
  type LambdaClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-lambda'
import { OperateError } from '../operate/operate-error.ts'
import { reservable } from './concurrency-plan.ts'

/**
 * Returns how many functions a deployment may run at a time: the account's quota in this Region without what other
 * functions have reserved. Throws an `OperateError` if it can't be read, because a guess could stop payments.
 */
export async function availableConcurrency(lambda: LambdaClient, prefix: string): Promise<number> {
  try {
    const { AccountLimit: limit } = await lambda.send(new GetAccountSettingsCommand())
    const unreserved = limit?.UnreservedConcurrentExecutions ?? limit?.ConcurrentExecutions
    if (unreserved === undefined) throw new Error('the response has no value')
    const own = await Promise.all(
      reservable.map((name) => reservedFor(lambda, `${prefix}-${name}`)),
    )
    return own.reduce((total, each) => total + each, unreserved)
  } catch (error) {
    throw explained(error)
  }
}

async function reservedFor(lambda: LambdaClient, functionName: string): Promise<number> {
  try {
    const command = new GetFunctionConcurrencyCommand({ FunctionName: functionName })
    return (await lambda.send(command)).ReservedConcurrentExecutions ?? 0
  } catch (error) {
    // Before the first deployment.
    if (error instanceof ResourceNotFoundException) return 0
    throw error
  }
}

function explained(error: unknown): OperateError {
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) }
  return (
    callerProblem(error) ?? new OperateError(`${unknown} (${message || name})`, { cause: error })
  )
}

/** Says what to do before AWS accepts any call of this caller; undefined for other errors. */
export function callerProblem(error: unknown): OperateError | undefined {
  if (!(error instanceof Error)) return undefined
  const { name, message } = error
  if (message === 'Region is missing') return new OperateError(noRegion, { cause: error })
  if (!withoutCredentials.has(name)) return undefined
  return new OperateError(`AWS rejected your credentials: ${message}. ${signIn}`, { cause: error })
}

const noRegion =
  'No Region is set. Run: export AWS_REGION=eu-central-1 AWS_DEFAULT_REGION=eu-central-1 (with your Region), then run this again.'
const signIn = 'Sign in, check that aws sts get-caller-identity works, then run this again.'
const unknown =
  'The quota of concurrent executions could not be read. Allow lambda:GetAccountSettings and lambda:GetFunctionConcurrency, or set "concurrentExecutions" in cdk.context.json (docs/deploy.md, "How many functions run at a time").'

const withoutCredentials = new Set([
  'CredentialsProviderError',
  // CloudFormation names two of them differently.
  'ExpiredToken',
  'ExpiredTokenException',
  'InvalidClientTokenId',
  'InvalidSignatureException',
  'SignatureDoesNotMatch',
  'UnrecognizedClientException',
])
