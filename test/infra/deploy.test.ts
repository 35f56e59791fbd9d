import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { LambdaClient } from '@aws-sdk/client-lambda'
import { describe, expect, it } from 'vitest'
import { accountLimits } from '../../infra/aws/account-limits.ts'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { testCaller } from '../../infra/local/aws/test-data-dir.ts'
import { startCannedServer } from '../canned-server.ts'

const credentials = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' }
const settingsPath = '/2016-08-19/account-settings'

/** `npm run deploy` whose app fails at once, so that nothing is ever deployed. */
async function deploy(environment: Record<string, string>) {
  const app = `${process.execPath} -e process.exit(3)`
  const child = spawn(process.execPath, ['infra/aws/deploy.ts', '--app', app, '--no-notices'], {
    cwd: repositoryRoot,
    env: { CI: 'true', AWS_EC2_METADATA_DISABLED: 'true', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')])
  return { stderr, code: child.exitCode }
}

const region = 'eu-central-1'

/** A Lambda API that returns these account limits. */
async function account(response: {
  status?: number
  headers?: Record<string, string>
  body: object
}) {
  const { url, responses } = await startCannedServer()
  responses.set(settingsPath, { ...response, body: JSON.stringify(response.body) })
  return url
}

const quotaOf = (functions: number) => ({ AccountLimit: { ConcurrentExecutions: functions } })

it('warns about the limits of a new account, and ends a failure with one sentence', async () => {
  const AWS_ENDPOINT_URL_LAMBDA = await account({ body: quotaOf(10) })
  const environment = { ...credentials, AWS_REGION: region, AWS_ENDPOINT_URL_LAMBDA }
  const { stderr, code } = await deploy(environment)
  expect(stderr).toContain('Note: This account can run at most 10 functions at a time')
  expect(stderr).toContain('"Your account must be verified"')
  expect(stderr.trimEnd()).toMatch(/The deployment failed; .+ run npm run deploy again .+$/)
  expect(stderr).not.toMatch(/^\s+at /m)
  expect(code).toBe(1)
})

it('does not start without a Region', async () => {
  const { stderr, code } = await deploy(credentials)
  expect(stderr).toContain('No Region is set. Run: export AWS_REGION=')
  expect(stderr).not.toMatch(/^\s+at |The deployment failed/m)
  expect(code).toBe(1)
})

describe('the limits of an account', () => {
  const limitsAt = (endpoint: string) =>
    accountLimits(new LambdaClient({ ...testCaller, region, endpoint }))

  it('with a sufficient quota need no warning', async () => {
    expect(await limitsAt(await account({ body: quotaOf(1000) }))).toEqual([])
  })

  it.each(['AccessDeniedException', 'TooManyRequestsException'])(
    'that cannot be read (%s) are only a warning',
    async (name) => {
      const headers = { 'x-amzn-errortype': name }
      const body = { message: 'not authorized to perform lambda:GetAccountSettings' }
      expect(await limitsAt(await account({ status: 403, headers, body }))).toEqual([
        expect.stringContaining(`could not be read (${body.message})`),
      ])
    },
  )

  it('stop the deployment if AWS rejects the credentials', async () => {
    const headers = { 'x-amzn-errortype': 'UnrecognizedClientException' }
    const refused = await account({ status: 403, headers, body: { message: 'bad token' } })
    await expect(limitsAt(refused)).rejects.toThrow('AWS rejected your credentials: bad token')
  })

  it('stop the deployment if there are no credentials', async () => {
    const none = Object.assign(new Error('none found'), { name: 'CredentialsProviderError' })
    const lambda = new LambdaClient({ region, credentials: () => Promise.reject(none) })
    await expect(accountLimits(lambda)).rejects.toThrow('AWS rejected your credentials: none found')
  })
})
