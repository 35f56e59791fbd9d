import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { LambdaClient } from '@aws-sdk/client-lambda'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { availableConcurrency } from '../../infra/aws/account-limits.ts'
import { reservable } from '../../infra/aws/concurrency-plan.ts'
import { deployStacks } from '../../infra/aws/deploy-stacks.ts'
import { problemOf } from '../../infra/aws/run-command.ts'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { testCaller } from '../../infra/local/aws/test-data-dir.ts'
import { OperateError } from '../../infra/operate/operate-error.ts'
import { startCannedServer } from '../canned-server.ts'
import { startAwsAccount } from './aws-account.ts'

const credentials = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' }
const settingsPath = '/2016-08-19/account-settings'

/** `npm run deploy` whose app fails at once, so that nothing is ever deployed. */
async function deploy(environment: Record<string, string>, ...args: string[]) {
  const app = `${process.execPath} -e process.exit(3)`
  const child = spawn(
    process.execPath,
    ['infra/aws/deploy.ts', '--app', app, '--no-notices', ...args],
    {
      cwd: repositoryRoot,
      env: { CI: 'true', AWS_EC2_METADATA_DISABLED: 'true', ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')])
  return { stderr, code: child.exitCode }
}

const region = 'eu-central-1'

/** A Lambda API that returns these account limits, and what functions have reserved. */
async function account(
  response: { status?: number; headers?: Record<string, string>; body: object },
  reserved: Readonly<Record<string, number>> = {},
) {
  const { url, responses } = await startCannedServer()
  responses.set(settingsPath, { ...response, body: JSON.stringify(response.body) })
  for (const name of reservable) {
    const path = `/2019-09-30/functions/quittance-${name}/concurrency`
    const most = reserved[name]
    const none = { 'x-amzn-errortype': 'ResourceNotFoundException' }
    if (most === undefined) responses.set(path, { status: 404, headers: none, body: '{}' })
    else responses.set(path, { body: JSON.stringify({ ReservedConcurrentExecutions: most }) })
  }
  return url
}

/** An account without stacks. */
async function newAccount() {
  const { url: AWS_ENDPOINT_URL_CLOUDFORMATION } = await startAwsAccount([])
  return { ...credentials, AWS_REGION: region, AWS_ENDPOINT_URL_CLOUDFORMATION }
}

const quotaOf = (functions: number, unreserved = functions) => ({
  AccountLimit: {
    ConcurrentExecutions: functions,
    UnreservedConcurrentExecutions: unreserved,
  },
})

it('says what follows from the quota of a new account, and ends a failure with one sentence', async () => {
  const AWS_ENDPOINT_URL_LAMBDA = await account({ body: quotaOf(10) })
  const environment = { ...(await newAccount()), AWS_ENDPOINT_URL_LAMBDA }
  const { stderr, code } = await deploy(environment)
  expect(stderr).toContain('Note: Only 10 functions can run at a time')
  expect(stderr).toContain('"Your account must be verified"')
  expect(stderr.trimEnd()).toMatch(/The deployment failed; .+ run npm run deploy again .+$/)
  expect(stderr).not.toMatch(/^\s+at /m)
  expect(code).toBe(1)
})

/** Runs the command in this process, up to the CDK: the arguments that it would pass on, and what it prints. */
async function prepared(environment: Record<string, string | undefined>, ...args: string[]) {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  const notes: string[] = []
  const written = vi.spyOn(console, 'warn').mockImplementation((line) => notes.push(line))
  onTestFinished(() => {
    vi.unstubAllEnvs()
    written.mockRestore()
  })
  const ended = new OperateError('not deployed')
  const passed: string[] = []
  const error = await deployStacks(args, async (given) => {
    passed.push(...given)
    throw ended
  }).catch((failure: unknown) => failure)
  return { notes: notes.join(), passed, problem: error === ended ? null : problemOf(error).message }
}

it('does not start without a Region', async () => {
  const files = { AWS_CONFIG_FILE: '/nowhere', AWS_SHARED_CREDENTIALS_FILE: '/nowhere' }
  const { problem } = await prepared({ ...credentials, ...files, AWS_REGION: undefined })
  expect(problem).toContain('No Region is set. Run: export AWS_REGION=')
})

it('uses the quota that the owner has set, and says what is wrong with a setting', async () => {
  const environment = await newAccount()
  const { notes, passed, problem } = await prepared(environment, '-c', 'concurrentExecutions=600')
  expect(problem).toBeNull()
  expect(notes).toContain('Note: 600 functions can run at a time')
  expect(passed.slice(0, 2)).toEqual(['deploy', '--all'])
  expect(passed).toContain('concurrentExecutions=600')
  const mistaken = await prepared(environment, '--context=prefix=No Spaces')
  expect(mistaken.problem).toContain('The CDK context is not valid')
  expect(mistaken.passed).toEqual([])
})

describe('the quota of an account', () => {
  const availableAt = (endpoint: string) =>
    availableConcurrency(new LambdaClient({ ...testCaller, region, endpoint }), 'quittance')

  it('is what others have not reserved: its own reservations are made again', async () => {
    const own = { reconcile: 10, 'stream-session': 90 }
    expect(await availableAt(await account({ body: quotaOf(1000, 700) }, own))).toBe(800)
  })

  it('has to be read, because a guess could stop payments', async () => {
    const headers = { 'x-amzn-errortype': 'AccessDeniedException' }
    const body = { message: 'not authorized to perform lambda:GetAccountSettings' }
    const denied = await account({ status: 403, headers, body })
    await expect(availableAt(denied)).rejects.toThrow(
      /could not be read\. Allow lambda:GetAccountSettings .+ \(not authorized/,
    )
  })

  it('is not read with credentials that AWS rejects', async () => {
    const headers = { 'x-amzn-errortype': 'UnrecognizedClientException' }
    const refused = await account({ status: 403, headers, body: { message: 'bad token' } })
    await expect(availableAt(refused)).rejects.toThrow('AWS rejected your credentials: bad token')
  })

  it('is not read without credentials', async () => {
    const none = Object.assign(new Error('none found'), { name: 'CredentialsProviderError' })
    const lambda = new LambdaClient({ region, credentials: () => Promise.reject(none) })
    await expect(availableConcurrency(lambda, 'quittance')).rejects.toThrow(
      'AWS rejected your credentials: none found',
    )
  })
})
