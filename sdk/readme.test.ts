import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { repositoryRoot } from '../infra/build/repository-root.ts'
import { signWebhook } from '../shared/merchant/webhooks/sending/sign.ts'
import { codeBlocks } from '../test/docs/code-blocks.ts'

const run = promisify(execFile)
const modules = join(repositoryRoot, 'node_modules')
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const session = { id: 'cs_1', status: 'paid', checkoutUrl: 'https://pay.example/checkout/cs_1' }
const event = {
  id: 'evt_1',
  type: 'session.paid',
  data: { ...session, metadata: { order: 'A-1001' }, sequence: 2 },
}

let folder: string
let api: Server
let environment: Record<string, string>

/** A shop's project, with the package installed as in the README. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quittance-readme-'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const { stdout } = await run('npm', ['pack', './sdk', '--silent', '--pack-destination', folder], {
    cwd: repositoryRoot,
  })
  const install = ['install', '--offline', '--no-audit', '--no-fund', `./${stdout.trim()}`]
  await run('npm', install, { cwd: folder })
  for (const name of ['express', 'hono']) {
    await symlink(join(modules, name), join(folder, 'node_modules', name))
  }
  api = createServer(answer).listen(0, '127.0.0.1')
  await once(api, 'listening')
  const { port } = z.object({ port: z.int() }).parse(api.address())
  environment = {
    QUITTANCE_API_KEY: 'ck_test_abc',
    QUITTANCE_URL: `http://127.0.0.1:${port}`,
    WEBHOOK_SECRET: secret,
  }
}, 60_000)

afterAll(async () => {
  api?.close()
  await rm(folder, { recursive: true, force: true })
})

const answer: Parameters<typeof createServer>[1] = ({ method, url = '' }, response) => {
  const data = url.includes('/events') ? [event] : [session]
  const list = { data, hasMore: false, nextCursor: null }
  const body = method === 'POST' || url.includes('cs_1') ? session : list
  response.writeHead(method === 'POST' ? 201 : 200).end(JSON.stringify(body))
}

async function sampleWith(text: string): Promise<string> {
  const blocks = await codeBlocks(join(repositoryRoot, 'sdk/README.md'))
  const block = blocks.find(({ language, code }) => language === 'ts' && code.includes(text))
  if (!block) throw new Error(`the README has a sample with ${text}`)
  return block.code
}

async function saved(name: string, code: string): Promise<string> {
  await writeFile(join(folder, name), code)
  return join(folder, name)
}

it('creates and retrieves a session', async () => {
  const file = await saved('create.ts', await sampleWith('checkoutSessions.create'))
  const { stdout } = await run(process.execPath, [file], { env: environment })
  expect(stdout).toBe('https://pay.example/checkout/cs_1\nship it\n')
})

it('iterates over a list', async () => {
  const file = await saved('list.ts', await sampleWith('for await'))
  const { stdout } = await run(process.execPath, [file], { env: environment })
  expect(stdout).toBe('cs_1\n1 null\n')
})

it('catches up with what was missed', async () => {
  const file = await saved('since.ts', await sampleWith('events.since'))
  const { stdout } = await run(process.execPath, [file], { env: environment })
  expect(stdout).toBe("ship { order: 'A-1001' }\n")
})

/** How each framework's sample is served; it prints its port. */
const hosts = {
  express: `import { app } from './express-app.ts'
    const server = app.listen(0, '127.0.0.1', () => console.log(server.address().port))`,
  hono: `import { createServer } from 'node:http'
    import { app } from './hono-app.ts'
    const server = createServer(async ({ method, url, headers }, response) => {
      response.req.setEncoding('utf8')
      const body = (await response.req.toArray()).join('')
      const made = await app.request(url, { method, headers, body })
      response.writeHead(made.status).end()
    }).listen(0, '127.0.0.1', () => console.log(server.address().port))`,
  'aws-lambda': `import { createServer } from 'node:http'
    import { handler } from './aws-lambda-app.ts'
    const server = createServer(async ({ headers }, response) => {
      const body = Buffer.concat(await response.req.toArray()).toString('base64')
      const { statusCode } = await handler({ body, isBase64Encoded: true, headers })
      response.writeHead(statusCode).end()
    }).listen(0, '127.0.0.1', () => console.log(server.address().port))`,
} as const

it.each(['express', 'hono', 'aws-lambda'] as const)(
  'verifies a webhook under %s, and ships once and nothing for a test event',
  async (host) => {
    await saved(`${host}-app.ts`, await sampleWith(`from '${host}'`))
    const child = spawn(process.execPath, [await saved(`${host}.js`, hosts[host])], {
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
      const url = `http://127.0.0.1:${(await lines.next()).value}/webhooks`
      const post = async (sent: object, signedBody = JSON.stringify(sent)) => {
        const signed = signWebhook({ eventId: 'evt_1', body: signedBody, at: new Date() }, [secret])
        const headers = { 'content-type': 'application/json', ...signed }
        return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(sent) })).status
      }
      const later = {
        ...event,
        id: 'evt_2',
        data: { ...event.data, metadata: { order: 'A-1002' } },
      }
      const test = { ...event, id: 'evt_3', data: { ...event.data, synthetic: true } }
      expect(await post(later, JSON.stringify(event))).toBe(400)
      for (const sent of [event, event, test, later]) expect(await post(sent)).toBe(204)
      expect((await lines.next()).value).toBe("ship { order: 'A-1001' }")
      expect((await lines.next()).value).toBe("ship { order: 'A-1002' }")
    } finally {
      child.kill()
    }
  },
)
