import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { instanceFilePath, seededInstanceFile } from '../../infra/local/instance-file.ts'
import { readDataFile } from '../../infra/local/read-data-file.ts'
import { inheritedVariables } from '../config.ts'
import { eventually } from '../eventually.ts'

/**
 * The commands that README names and `.ci/run` doesn't run itself, on one data folder; what takes minutes, or needs programs
 * of other languages, in its short form. test/journeys/lean-install.test.ts plays the demo.
 */
const others = new Set<string>()

let folder: string
let end: (() => Promise<void>) | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quittance-readme-'))
})

afterAll(async () => {
  await end?.()
  await rm(folder, { recursive: true, force: true })
})

const variables = () => ({
  ...inheritedVariables,
  DATA_DIR: join(folder, 'data'),
  STATE_DIR: join(folder, 'state'),
  PORT: '0',
  BLOCK_TIME_SECONDS: '1',
  CONFIRMATIONS: '2',
  RECHECK_DELAY_SECONDS: '1',
  // What they print is read.
  NO_COLOR: '1',
})

/** Runs a command of README, with more words if need be. Returns what it prints. Throws if it fails. */
async function run(command: string, more: readonly string[] = []): Promise<string> {
  others.add(command)
  const [program = '', ...words] = command.split(' ')
  const options = { cwd: repositoryRoot, env: variables(), maxBuffer: 1e8 }
  const { stdout } = await promisify(execFile)(program, [...words, ...more], options)
  return stdout
}

it('fills a new data folder', async () => {
  const printed = await run('npm run demo', ['--', '--fill', '--days', '4'])
  expect(printed).toContain('Look at them: npm start')
}, 600_000)

it('starts', async () => {
  others.add('npm start')
  const child = spawn('npm', ['start'], {
    cwd: repositoryRoot,
    env: variables(),
    stdio: 'ignore',
    detached: true,
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  end = async () => {
    process.kill(-(child.pid ?? 0), 'SIGTERM')
    await ended
  }
  await eventually(
    () => readDataFile(instanceFilePath(variables().DATA_DIR), seededInstanceFile),
    (file) => file !== undefined,
    { deadlineMs: 280_000, what: 'readiness of the instance' },
  )
}, 300_000)

it('draws the pictures', async () => {
  const drawn = join(folder, 'pictures')
  await run('npm run pictures', ['--', drawn])
  const inReadme = await readdir(join(repositoryRoot, 'docs/pictures'))
  expect(await readdir(drawn)).toEqual(inReadme)
}, 300_000)

it('operates the instance, and recovers money', async () => {
  const offered = ['--', 'integrations', 'enable', '--provider', 'moonpay', '--mode', 'test']
  await run('npm run operate', offered)
  expect(await run('npm run operate', ['--', '--help'])).toContain('payout')
  expect(await run('npm run recover', ['--', '--help'])).toContain('the words of a wallet')
}, 120_000)

it('runs the journeys of a deployment', async () => {
  const { baseUrl } =
    (await readDataFile(instanceFilePath(variables().DATA_DIR), seededInstanceFile)) ?? {}
  expect(
    await run('npm run test:deployed', ['--', String(baseUrl), 'of a link is detected']),
  ).toMatch(/Tests +\d+ passed/)
}, 600_000)

it('pays through a client generated from the API description, and as a guide does', async () => {
  const inTypeScript = ['clients.test', 'samples', '-t', 'TypeScript|in ts$']
  expect(await run('npm run test:clients', ['--', ...inTypeScript])).toMatch(/Tests +2 passed/)
}, 300_000)

it('measures', async () => {
  await run('npm run bench', ['--', '--short'])
  await run('npm run cost', ['--', 'paid'])
}, 900_000)

it('notices each change of a rule', async () => {
  const rule = ['--mutate', 'shared/records/outbox/rules/retry-schedule.ts']
  expect(await run('npm run mutants', ['--', ...rule])).toMatch(/All files +\| +100\.00 /)
}, 300_000)

it('are all commands that README names', async () => {
  const readme = await readFile(join(repositoryRoot, 'README.md'), 'utf8')
  const steps = await readFile(join(repositoryRoot, '.ci/run'), 'utf8')
  const named = new Set(readme.match(/\bnpm (?:start|test|ci|run [\w:]+)/g))
  const inSteps = new Set(steps.match(/(?<=^step )npm (?:test|ci|run [\w:]+)/gm))
  const ran = new Set([...inSteps, ...others])
  expect([...named].filter((command) => !ran.has(command))).toEqual([])
  expect(others.size).toBeGreaterThan(6)
})
