import { Readable } from 'node:stream'
import { onTestFinished, vi } from 'vitest'
import { destroy } from '../../infra/aws/destroy/destroy.ts'
import { problemOf } from '../../infra/aws/run-command.ts'
import { stacksToDelete } from '../../infra/aws/stack-names.ts'
import { type AwsAccount, startAwsAccount } from './aws-account.ts'

export const region = 'eu-central-1'
/** The stacks of a deployment, by Region and name, in the order in which they are deleted. */
export const all = stacksToDelete('quittance', region).map(
  (stack) => `${stack.region} ${stack.name}`,
)

/** With it, the clients of AWS reach the account, also in a process whose tests have a table of their own. */
export const environmentOf = ({ url }: AwsAccount) => ({
  AWS_ENDPOINT_URL_DYNAMODB: url,
  AWS_ENDPOINT_URL_KMS: url,
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_REGION: region,
  AWS_ENDPOINT_URL: url,
  AWS_EC2_METADATA_DISABLED: 'true',
})

export type Ended = { stdout: string; stderr: string }

/** The effect of `npm run destroy` in an account; `typed` is the owner's input. */
export async function destroyed(
  account: AwsAccount,
  args: readonly string[],
  typed: readonly string[] = [],
): Promise<Ended & { problem: string | undefined }> {
  for (const [name, value] of Object.entries(environmentOf(account))) vi.stubEnv(name, value)
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  const [printed, asked]: [string[], string[]] = [[], []]
  const input = Readable.from(typed.map((line) => `${line}\n`))
  const terminal = { input, print: into(printed), ask: into(asked) }
  const problem = await destroy(args, terminal).then(() => undefined, sentence)
  return { stdout: printed.join('\n'), stderr: [...asked, problem].join('\n'), problem }
}

const into = (lines: string[]) => (line: string) => {
  lines.push(line)
}

const sentence = (error: unknown) => problemOf(error).message

/** An account with a deployment. */
export async function deployed(): Promise<AwsAccount> {
  const account = await startAwsAccount(all)
  const versions = ['v1', 'marker2', 'v3']
  account.buckets.set('quittance-pages-pages1', { service: 'quittance', versions })
  account.buckets.set('quittance-pages-of-a-book', { service: 'other', versions: ['v9'] })
  return account
}
