import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { type EventType, eventTypes } from '../../shared/records/outbox/rules/event.ts'
import { inheritedVariables } from '../config.ts'
import { eventually, patiently } from '../eventually.ts'
import { type RunningInstance, startInstance } from '../instance.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../webhook-receiver.ts'

const run = promisify(execFile)

let instance: RunningInstance
let shop: WebhookReceiver
let folder: string
let archive: string
let env: Record<string, string | undefined>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quittance-terminal-'))
  const pack = ['pack', './sdk', '--silent', '--pack-destination', folder]
  archive = join(folder, (await run('npm', pack, { cwd: repositoryRoot })).stdout.trim())
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', archive], { cwd: folder })
  shop = await startWebhookReceiver()
  instance = await startInstance({
    env: {
      ...{ RATE_LIMIT_PER_MINUTE: '1000000', SCHEDULE_SECONDS: '2', FAILED_AFTER_SECONDS: '5' },
      ...{ CONFIRMATIONS: '4', BLOCK_TIME_SECONDS: '1', RECHECK_DELAY_SECONDS: '6' },
    },
  })
  env = {
    ...inheritedVariables,
    QUITTANCE_URL: instance.baseUrl,
    QUITTANCE_API_KEY: instance.instance.apiKeys.test,
  }
})

afterAll(async () => {
  await instance?.stop()
  await shop?.close()
  await rm(folder, { recursive: true, force: true })
})

type Started = { child: ChildProcess; printed: () => string; ended: Promise<unknown> }

/** In a group of its own, as a terminal does: Ctrl-C reaches npm and what it runs. */
function start(program: string, args: readonly string[]): Started {
  const child = spawn(program, args, { cwd: folder, env, detached: true, stdio: 'pipe' })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  }
  return { child, printed: () => text, ended: once(child, 'exit') }
}

/** Returns the id of the event, which is printed last. */
async function trigger(type: EventType): Promise<string> {
  const { printed, ended } = start('node_modules/.bin/quittance', ['trigger', type])
  if (type === 'session.unmatched_deposit') await checkNow(printed)
  await ended
  const [, id] = new RegExp(`^${type}  (evt_\\w+)$`, 'm').exec(printed()) ?? []
  if (!id) throw new Error(printed())
  return id
}

/** The next round over the addresses of closed sessions would be in ten minutes. */
async function checkNow(printed: () => string): Promise<void> {
  await eventually(
    printed,
    (text) => text.includes('waiting for session.unmatched_deposit'),
    patiently,
  )
  const id = /cs_\w+/.exec(printed())?.[0] ?? ''
  const options = { cwd: repositoryRoot, env: { ...env, DATA_DIR: instance.dataDir } }
  const check = ['infra/operate/main.ts', 'sessions', 'check', id]
  const isFound = () => /unmatched_deposit {2}evt_/.test(printed())
  await eventually(() => run(process.execPath, check, options).then(isFound), Boolean, patiently)
}

it('causes every event that the API can, and forwards each once, signed like a webhook', {
  timeout: 300_000,
}, async () => {
  // As the guide has it.
  const { child, printed, ended } = start('npm', [
    ...['exec', '--offline', '--yes', `--package=${archive}`, '--'],
    ...['quittance', 'listen', '--forward', `localhost:${shop.port}/hook`],
  ])
  await eventually(printed, (text) => text.includes('Waiting for events'))
  shop.expectSecret(/whsec_\S+/.exec(printed())?.[0] ?? '')

  // Its reorg removes what others paid.
  const failed = await trigger('session.failed')
  const others = eventTypes.filter((type) => !['session.failed', 'refund.reported'].includes(type))
  const caused = [failed, ...(await Promise.all(others.map(trigger)))]

  const forwarded = () => shop.deliveries.map(({ event }) => event.id)
  await eventually(forwarded, (ids) => caused.every((id) => ids.includes(id)))
  expect(new Set(forwarded()).size).toBe(shop.deliveries.length)
  expect(shop.deliveries.filter(({ verified }) => !verified)).toEqual([])
  expect(new Set(shop.deliveries.map(({ path }) => path))).toEqual(new Set(['/hook']))
  const lines = shop.deliveries.map(({ event }) => `${event.type}  ${event.id}  200  `)
  await eventually(printed, (text) => lines.every((line) => text.includes(line)))

  if (child.pid) process.kill(-child.pid, 'SIGINT')
  await ended
  expect(printed()).not.toMatch(/error/i)
})

it('says what only an operator can cause', async () => {
  await expect(trigger('refund.reported')).rejects.toThrow('An operator causes refund.reported')
})
