import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { repositoryRoot } from '../infra/build/repository-root.ts'
import { signWebhook } from '../shared/webhooks/sign.ts'
import { codeBlocks } from '../test/docs/code-blocks.ts'

const run = promisify(execFile)
const modules = join(repositoryRoot, 'node_modules')
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const session = { id: 'cs_1', status: 'paid', checkoutUrl: 'https://pay.example/checkout/cs_1' }
const event = JSON.stringify({
  type: 'session.paid',
  data: { ...session, metadata: { order: 'A-1001' } },
})

let folder: string
let api: Server
let environment: Record<string, string>

/** A shop's project with the package as npm would install it. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quittance-readme-'))
  const installed = join(folder, 'node_modules', 'quittance')
  await mkdir(installed, { recursive: true })
  await cp(join(repositoryRoot, 'sdk/package.json'), join(installed, 'package.json'))
  const compiler = join(modules, '.bin/tsc')
  const [project, dist] = [join(repositoryRoot, 'sdk'), join(installed, 'dist')]
  await run(compiler, ['-p', project, '--outDir', dist])
  for (const name of ['express', 'hono']) {
    await symlink(join(modules, name), join(folder, 'node_modules', name))
  }
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  api = createServer(answer).listen(0, '127.0.0.1')
  await once(api, 'listening')
  const { port } = z.object({ port: z.int() }).parse(api.address())
  environment = {
    QUITTANCE_API_KEY: 'ck_test_abc',
    QUITTANCE_URL: `http://127.0.0.1:${port}`,
    WEBHOOK_SECRET: secret,
  }
}, 30_000)

afterAll(async () => {
  api?.close()
  await rm(folder, { recursive: true, force: true })
})

const answer: Parameters<typeof createServer>[1] = ({ method, url = '' }, response) => {
  const list = { data: [session], hasMore: false, nextCursor: null }
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

it('creates a session and looks at it', async () => {
  const file = await saved('create.ts', await sampleWith('checkoutSessions.create'))
  const { stdout } = await run(process.execPath, [file], { env: environment })
  expect(stdout).toBe('https://pay.example/checkout/cs_1\nship it\n')
})

it('goes through a list', async () => {
  const file = await saved('list.ts', await sampleWith('for await'))
  const { stdout } = await run(process.execPath, [file], { env: environment })
  expect(stdout).toBe('cs_1\n1 null\n')
})

/** How each framework's sample is put behind an address; it prints its port. */
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

it.each(['express', 'hono', 'aws-lambda'] as const)('verifies a webhook under %s', async (host) => {
  await saved(`${host}-app.ts`, await sampleWith(`from '${host}'`))
  const child = spawn(process.execPath, [await saved(`${host}.js`, hosts[host])], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    const url = `http://127.0.0.1:${(await lines.next()).value}/webhooks`
    const signed = signWebhook({ eventId: 'evt_1', body: event, at: new Date() }, [secret])
    const headers = { 'content-type': 'application/json', ...signed }
    const post = async (body: string) =>
      (await fetch(url, { method: 'POST', headers, body })).status
    expect(await post(event.replace('A-1001', 'A-1002'))).toBe(400)
    expect(await post(event)).toBe(204)
    expect((await lines.next()).value).toBe("ship { order: 'A-1001' }")
  } finally {
    child.kill()
  }
})
