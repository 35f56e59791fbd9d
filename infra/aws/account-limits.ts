import { GetAccountSettingsCommand, type LambdaClient } from '@aws-sdk/client-lambda'
import { OperateError } from '../operate/operate-error.ts'

const enoughFunctions = 1000

/**
 * Returns a warning for each limit of the account that a deployment may hit. Throws an `OperateError` if no deployment
 * can start because there is no Region or there are no valid credentials.
 */
export async function accountLimits(lambda: LambdaClient): Promise<string[]> {
  const functions = await concurrentFunctions(lambda)
  if (typeof functions === 'string') return [functions]
  if (functions >= enoughFunctions) return []
  return [
    `This account can run at most ${functions} functions at a time in this Region, and each open checkout page can use one. Before you accept payments, request ${enoughFunctions}: Service Quotas → AWS Lambda → Concurrent executions (L-B99A9384).`,
    'A quota this low is typical of a new account, which may also be unable to create CloudFront distributions. If the pages stack fails with "Your account must be verified", open a case with AWS Support (account and billing), and deploy again once it is resolved.',
  ]
}

/** Returns the quota, or a warning that says why it could not be read. */
async function concurrentFunctions(lambda: LambdaClient): Promise<number | string> {
  try {
    const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand())
    return AccountLimit?.ConcurrentExecutions ?? unknown('the response has no value')
  } catch (error) {
    const { name, message } = error instanceof Error ? error : { name: '', message: String(error) }
    if (message === 'Region is missing') throw new OperateError(noRegion, { cause: error })
    if (!withoutCredentials.has(name)) return unknown(message || name)
    throw new OperateError(`AWS rejected your credentials: ${message}. ${signIn}`, {
      cause: error,
    })
  }
}

const noRegion =
  'No Region is set. Run: export AWS_REGION=eu-central-1 AWS_DEFAULT_REGION=eu-central-1 (with your Region), then npm run deploy again.'
const signIn =
  'Sign in, check that aws sts get-caller-identity works, then run npm run deploy again.'

const withoutCredentials = new Set([
  'CredentialsProviderError',
  'ExpiredTokenException',
  'InvalidClientTokenId',
  'InvalidSignatureException',
  'UnrecognizedClientException',
])

function unknown(reason: string): string {
  return `The quota of concurrent executions could not be read (${reason}). Check it in Service Quotas.`
}
