import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
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

async function account(answer: {
  status?: number
  headers?: Record<string, string>
  body: string
}) {
  const { url, answers } = await startCannedServer()
  answers.set(settingsPath, answer)
  return { ...credentials, AWS_REGION: 'eu-central-1', AWS_ENDPOINT_URL_LAMBDA: url }
}

it('warns about the limits of a new account, and ends a failure with one sentence', async () => {
  const limits = { AccountLimit: { ConcurrentExecutions: 10 } }
  const { stderr, code } = await deploy(await account({ body: JSON.stringify(limits) }))
  expect(stderr).toContain('Note: This account can run at most 10 functions at a time')
  expect(stderr).toContain('"Your account must be verified"')
  expect(stderr.trimEnd()).toMatch(/The deployment failed; .+ run npm run deploy again .+$/)
  expect(stderr).not.toMatch(/^\s+at /m)
  expect(code).toBe(1)
})

it('does not warn about an account with a sufficient quota', async () => {
  const limits = { AccountLimit: { ConcurrentExecutions: 1000 } }
  const { stderr } = await deploy(await account({ body: JSON.stringify(limits) }))
  expect(stderr).not.toContain('Note:')
})

it('continues if the quota cannot be read', async () => {
  const denied = { message: 'not authorized to perform lambda:GetAccountSettings' }
  const { stderr } = await deploy(
    await account({
      status: 403,
      headers: { 'x-amzn-errortype': 'AccessDeniedException' },
      body: JSON.stringify(denied),
    }),
  )
  expect(stderr).toContain(`could not be read (${denied.message})`)
  expect(stderr).toContain('The deployment failed')
})

it.each([
  ['without a Region', credentials, 'No Region is set. Run: export AWS_REGION='],
  ['without credentials', { AWS_REGION: 'eu-central-1' }, 'AWS rejected your credentials'],
])('does not start %s', async (_, environment, sentence) => {
  const { stderr, code } = await deploy(environment)
  expect(stderr).toContain(sentence)
  expect(stderr).not.toMatch(/^\s+at |The deployment failed/m)
  expect(code).toBe(1)
})
