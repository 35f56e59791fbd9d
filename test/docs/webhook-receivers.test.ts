import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterEach, expect, it } from 'vitest'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { freePort } from '../../infra/local/free-port.ts'
import { signWebhook } from '../../shared/merchant/webhooks/sending/sign.ts'
import { inheritedVariables } from '../config.ts'
import { eventually } from '../eventually.ts'
import { codeBlocks } from './code-blocks.ts'

const run = promisify(execFile)

/** Go keeps what it compiled in a folder of `HOME`, and compiles with the version that is installed. */
const basics = { ...inheritedVariables, GOTOOLCHAIN: 'local', GO111MODULE: 'off' }
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const other = 'whsec_b3RoZXIgc2VjcmV0'

const running: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of running.splice(0).reverse()) await stop()
})

/** Starts the guide's receiver in the language, in a folder of its own. */
async function startReceiver(language: string) {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-receiver-'))
  running.push(() => rm(folder, { recursive: true, force: true }))
  const port = await freePort(0)
  const env = { ...basics, WEBHOOK_SECRET: secret, SHOP_PORT: String(port) }
  const blocks = await codeBlocks(join(repositoryRoot, 'docs/webhooks.md'))
  const sample = blocks.find((block) => block.language === language)?.code ?? ''
  const [command, args] = await commandFor(language, { folder, sample, port })
  const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'] })
  const printed = text(child.stdout)
  running.push(async () => {
    child.kill('SIGKILL')
    await printed
  })
  const url = `http://127.0.0.1:${port}/`
  await eventually(
    () => fetch(url, { method: 'POST', body: 'not signed' }).catch(() => undefined),
    (response) => response?.status === 400,
    { what: `the receiver in ${language}` },
  )
  return {
    send: async (headers: Record<string, string>, body: string) =>
      (await fetch(url, { method: 'POST', headers, body })).status,
    end: async () => {
      child.kill('SIGTERM')
      return printed
    },
  }
}

async function commandFor(
  language: string,
  { folder, sample, port }: { folder: string; sample: string; port: number },
): Promise<[command: string, args: string[]]> {
  const path = join(folder, `receiver.${language}`)
  await writeFile(path, sample)
  if (language === 'python') return ['python3', [path]]
  if (language === 'php') return ['php', ['-S', `127.0.0.1:${port}`, path]]
  const binary = join(folder, 'receiver')
  await run('go', ['build', '-o', binary, path], { cwd: folder, env: basics })
  return [binary, []]
}

function signed(
  event: object,
  { at = new Date(), secrets = [secret] as [string, ...string[]] } = {},
) {
  const body = JSON.stringify(event)
  return { body, headers: signWebhook({ eventId: 'evt_1', body, at }, secrets) }
}

const paid = { status: 'paid', metadata: { order: '1005', note: 'naïve ☕' } }

it.each(['python', 'php', 'go'])(
  'the receiver in %s delivers what is signed now, once',
  async (language) => {
    const { send, end } = await startReceiver(language)
    const sent = signed({ id: 'evt_1', data: paid })
    const past = new Date(Date.now() - 301_000)
    const future = new Date(Date.now() + 310_000)
    const refused = [
      signed({ id: 'evt_2', data: paid }, { secrets: [other] }),
      { ...sent, body: `${sent.body} ` },
      signed({ id: 'evt_3', data: paid }, { at: past }),
      signed({ id: 'evt_4', data: paid }, { at: future }),
      { ...sent, headers: { ...sent.headers, 'X-Webhook-Timestamp': 'now' } },
      { ...sent, headers: { 'X-Webhook-Signature': String(sent.headers['X-Webhook-Signature']) } },
      { ...sent, headers: {} },
    ]
    for (const { headers, body } of refused) expect(await send(headers, body)).toBe(400)

    const accepted = [
      { id: 'evt_5', data: { ...paid, synthetic: true } },
      { id: 'evt_6', data: { ...paid, deposit: { reason: 'already_paid' } } },
      { id: 'evt_7', data: { ...paid, refund: { object: 'refund' } } },
      { id: 'evt_8', data: { ...paid, status: 'underpaid' } },
      { id: 'evt_9', data: paid },
      { id: 'evt_9', data: paid },
      { id: 'evt_10', data: { ...paid, metadata: null } },
    ]
    for (const event of accepted) {
      const { headers, body } = signed(event, { secrets: [other, secret] })
      expect(await send(headers, body)).toBe(204)
    }
    expect(await end()).toMatch(/^deliver order 1005\ndeliver order \D+\n$/)
  },
)
