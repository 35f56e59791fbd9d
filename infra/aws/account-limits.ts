import { GetAccountSettingsCommand, type LambdaClient } from '@aws-sdk/client-lambda'
import { OperateError } from '../operate/operate-error.ts'

const enoughFunctions = 1000

/**
 * What the account cannot do yet and a deployment needs, a sentence for each. Throws an `OperateError` where no
 * deployment can begin: without a Region or without valid credentials.
 */
export async function accountLimits(lambda: LambdaClient): Promise<string[]> {
  const functions = await concurrentFunctions(lambda)
  if (typeof functions === 'string') return [functions]
  if (functions >= enoughFunctions) return []
  return [
    `AWS runs at most ${functions} functions at once in this account and Region, and each open checkout page may use one. Before you take payments, ask for ${enoughFunctions}: Service Quotas → AWS Lambda → Concurrent executions (L-B99A9384).`,
    'So low a quota is usual in a new account, and AWS may not let a new account create CloudFront distributions. If the stack of the pages fails with "Your account must be verified", open a case with AWS Support (account and billing), and deploy again after its reply.',
  ]
}

/** The quota, or a sentence that says why it is not known. */
async function concurrentFunctions(lambda: LambdaClient): Promise<number | string> {
  try {
    const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand())
    return AccountLimit?.ConcurrentExecutions ?? unknown('AWS sent none')
  } catch (error) {
    const { name, message } = error instanceof Error ? error : { name: '', message: String(error) }
    if (message === 'Region is missing') throw new OperateError(noRegion, { cause: error })
    if (!withoutCredentials.has(name)) return unknown(message || name)
    throw new OperateError(`AWS does not accept your credentials: ${message}. ${signIn}`, {
      cause: error,
    })
  }
}

const noRegion =
  'No Region is set. Run: export AWS_REGION=eu-central-1 AWS_DEFAULT_REGION=eu-central-1 (with your Region), then npm run deploy again.'
const signIn = 'Sign in until aws sts get-caller-identity works, then run npm run deploy again.'

const withoutCredentials = new Set([
  'CredentialsProviderError',
  'ExpiredTokenException',
  'InvalidClientTokenId',
  'InvalidSignatureException',
  'UnrecognizedClientException',
])

function unknown(reason: string): string {
  return `The account's quota of concurrent functions could not be read (${reason}); check it in Service Quotas.`
}
