import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { freePort } from '../../infra/local/free-port.ts'
import { inheritedVariables } from '../config.ts'
import { codeBlocks } from '../docs/code-blocks.ts'
import { type SampleRunner, sampleRunner } from '../docs/sample-runner.ts'
import { eventually } from '../eventually.ts'
import { type RunningInstance, startInstance } from '../instance.ts'
import { pay } from '../journeys/customer.ts'
import { merchant } from '../journeys/merchant.ts'
import { localTarget } from '../journeys/target.ts'
import { runIn } from './run.ts'

const guide = join(repositoryRoot, 'docs', 'embed.md')

let instance: RunningInstance
let samples: SampleRunner
let folder: string
const children: ChildProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quittance-embed-'))
  instance = await startInstance({ env: { CONFIRMATIONS: '1', BLOCK_TIME_SECONDS: '1' } })
  samples = await sampleRunner(instance.dataDir)
})

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await samples?.stop()
  await instance?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function sampleIn(language: string): Promise<string> {
  const [first] = (await codeBlocks(guide)).filter((block) => block.language === language)
  return first?.code ?? ''
}

type Environment = Record<'QUITTANCE_URL' | 'QUITTANCE_API_KEY' | 'SHOP_PORT', string>

async function saved(name: string, code: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, code)
  return path
}

/** Fails if a program is missing: a sample that isn't run isn't tested. */
async function needs(command: string, args: readonly string[], what: string): Promise<void> {
  await runIn(folder)(command, args).catch((cause: unknown) => {
    throw new Error(`the guide's sample needs ${what}`, { cause })
  })
}

function run(command: string, args: readonly string[], env: Environment): void {
  children.push(spawn(command, args, { env: { ...inheritedVariables, ...env }, stdio: 'ignore' }))
}

const servers: Record<string, (code: string, env: Environment) => Promise<unknown>> = {
  ts: async (code, env) => {
    await samples.compile([code])
    await samples.set(env)
    return samples.start(code)
  },
  php: async (code, env) => {
    await needs(
      'php',
      ['-r', 'exit(PHP_MAJOR_VERSION < 8 ? 1 : 0);'],
      'PHP 8 (`php-cli` in Debian)',
    )
    run('php', ['-S', `localhost:${env.SHOP_PORT}`, await saved('shop.php', code)], env)
  },
  python: async (code, env) => {
    await needs('python3', ['--version'], 'Python 3 (`python3` in Debian)')
    run('python3', [await saved('shop.py', code)], env)
  },
}

it.each(Object.entries(servers))('redirects to a new session in %s', async (language, serve) => {
  const port = String(await freePort(0))
  const { baseUrl, apiKeys } = localTarget(instance)
  const env = { QUITTANCE_URL: baseUrl, QUITTANCE_API_KEY: apiKeys.test, SHOP_PORT: port }
  await serve(await sampleIn(language), env)
  const response = await eventually(
    () =>
      fetch(`http://localhost:${port}/`, { method: 'POST', redirect: 'manual' }).catch(
        () => undefined,
      ),
    (given) => given !== undefined,
    { what: `the shop in ${language}` },
  )
  expect(response?.status).toBe(303)
  const [, id = ''] = /\/checkout\/(cs_\w+)$/.exec(response?.headers.get('location') ?? '') ?? []
  expect(await merchant(baseUrl, apiKeys.test).getSession(id)).toMatchObject({
    fiat: { amount: '49.90', currency: 'EUR' },
    metadata: { order: expect.stringMatching(/^100[678]$/) },
    cancelUrl: 'https://shop.example/cart',
  })
})

it('catches up in Python, over all pages', async () => {
  const target = localTarget(instance)
  const shop = merchant(target.baseUrl, target.apiKeys.test)
  const amount = { value: '10.00', currency: 'USD' }
  const session = await shop.createSession({ amount, metadata: { order: '1009' } })
  await pay(target, session)
  await shop.reaches(session.id, 'paid')
  const blocks = await codeBlocks(join(repositoryRoot, 'docs', 'webhooks.md'))
  const sample = blocks.find(({ language, code }) => language === 'python' && /since/.test(code))
  const path = await saved(
    'catch-up.py',
    (sample?.code ?? '').replace('"limit": 100', '"limit": 1'),
  )
  const env = { QUITTANCE_URL: target.baseUrl, QUITTANCE_API_KEY: target.apiKeys.test }
  expect(await runIn(folder, env)('python3', [path])).toBe('deliver order 1009')
})
