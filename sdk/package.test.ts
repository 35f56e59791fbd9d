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
let archive: string
let api: Server
let environment: Record<string, string>

/** A shop's project, with the package installed as in the README. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quittance-readme-'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const { stdout } = await run('npm', ['pack', './sdk', '--silent', '--pack-destination', folder], {
    cwd: repositoryRoot,
  })
  archive = join(folder, stdout.trim())
  const install = ['install', '--offline', '--no-audit', '--no-fund', archive]
  await run('npm', install, { cwd: folder })
  for (const name of ['express', 'fastify', 'hono']) {
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
})

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

const listening = "listen(0, '127.0.0.1', function () { console.log(this.address().port) })"

/** A server that calls the sample as the platform would. */
const around = (call: string) => `
  import { createServer } from 'node:http'
  import { buffer } from 'node:stream/consumers'
  createServer(async ({ method, url, headers }, response) => {
    const body = await buffer(response.req)
    ${call}
  }).${listening}`
const respond = 'response.writeHead(made.status).end(await made.text())'

/** Hosts of this sample only, and their servers. */
const hosts = {
  express: ["from 'express'", `sample.app.${listening}`],
  fastify: ["from 'fastify'", `await sample.app.ready(); sample.app.server.${listening}`],
  hono: [
    "from 'hono'",
    around(`const made = await sample.app.request(url, { method, headers, body }); ${respond}`),
  ],
  'next.js': [
    'export const POST',
    around(`const request = new Request('http://shop' + url, { method, headers, body })
      const made = await sample.POST(request); ${respond}`),
  ],
  'aws lambda': [
    'export const handler',
    around(`const event = { body: body.toString('base64'), isBase64Encoded: true, headers }
      const made = await sample.handler(event)
      response.writeHead(made.statusCode).end(made.body)`),
  ],
} as const

it.each(Object.entries(hosts))(
  'verifies a webhook under %s, and ships once and nothing for a test event',
  async (host, [mark, serving]) => {
    await saved('receiver.ts', await sampleWith('webhookReceiver({'))
    await saved(`${host}.ts`, await sampleWith(mark))
    const program = await saved('serve.js', `import * as sample from './${host}.ts'\n${serving}`)
    const child = spawn(process.execPath, [program], {
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

it('every sample compiles with the packed types', async () => {
  const blocks = await codeBlocks(join(repositoryRoot, 'sdk/README.md'))
  for (const [index, { language, code }] of blocks.entries()) {
    if (language !== 'ts') continue
    await saved(code.includes('export const receiver') ? 'receiver.ts' : `${index}.ts`, code)
  }
  await saved('untyped.d.ts', "declare module 'express'")
  const compilerOptions = {
    ...{ strict: true, target: 'es2024', module: 'nodenext', moduleDetection: 'force' },
    ...{ noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true, types: ['node'] },
    typeRoots: [join(modules, '@types')],
  }
  await saved('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  const compiled = run(join(modules, '.bin/tsc'), ['-p', '.'], { cwd: folder })
  await expect(compiled.catch(({ stdout }) => stdout)).resolves.toMatchObject({ stdout: '' })
})

it('is packed as publint wants it, with its licence and nothing else', async () => {
  const publint = run(join(modules, '.bin/publint'), [archive, '--strict'])
  await expect(publint.catch(({ stdout }) => stdout)).resolves.toMatchObject({
    stdout: expect.stringContaining('All good!'),
  })
  const { stdout } = await run('tar', ['-tzf', archive])
  const files = stdout
    .trim()
    .split('\n')
    .filter((path) => !path.startsWith('package/dist/'))
  const expected = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']
  expect(files.toSorted()).toEqual(expected.map((name) => `package/${name}`))
  expect(stdout).not.toContain('.test.')
})

/** Prints a line for each import that gets wrong types. CommonJS in Node before 20.19 can't load the package at all. */
const attw = `import { readFile } from 'node:fs/promises'
  import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
  const { types, problems } = await checkPackage(createPackageFromTarballData(await readFile('ARCHIVE')))
  console.log(types.kind)
  const ofModules = ({ resolutionKind }) => !['node10', 'node16-cjs'].includes(resolutionKind)
  for (const problem of problems.filter(ofModules)) console.log(JSON.stringify(problem))`

it('has the right types for every import of ES modules', async () => {
  const program = ['--input-type=module', '--eval', attw.replace('ARCHIVE', archive)]
  const { stdout } = await run(process.execPath, program, { cwd: repositoryRoot })
  expect(stdout).toBe('included\n')
})
