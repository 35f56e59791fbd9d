import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { freePort } from '../../infra/local/free-port.ts'
import { apiErrors } from '../../shared/kernel/errors.ts'
import { eventually } from '../eventually.ts'
import type { RunningInstance } from '../instance.ts'
import { codeBlocks } from './code-blocks.ts'
import { expectLike } from './expect-like.ts'
import { type SampleRunner, sampleRunner } from './sample-runner.ts'

/** In reading order: later guides use what earlier ones create. */
const guides = [
  'quick-start',
  'accepting-a-payment',
  'webhooks',
  'webhook-security',
  'networks-and-fees',
  'statuses',
  'errors',
  'idempotency',
  'testing',
  'refunds',
  'writing-a-shop-plugin',
  'lists',
  'api-keys',
] as const

const pathOf = (guide: string) => join(repositoryRoot, 'docs', `${guide}.md`)

let samples: SampleRunner
let shopPort: number
let shop: { printed: () => string } | undefined

/** The sample, with URLs of a shop on this machine. */
function placed(code: string): string {
  return code.replaceAll('https://shop.example/webhooks', `http://localhost:${shopPort}/webhooks`)
}

const shown = ['json', 'text', 'http']

/** Whether a block is the output of the sample before it. */
function isShown({ language }: { language: string }): boolean {
  return shown.includes(language)
}

function expectShown(
  output: string,
  { language, code }: { language: string; code: string },
  where: string,
): void {
  if (language === 'json') expectLike(jsonIn(bodyOf(output)), JSON.parse(code), where)
  else if (language === 'text') expect(output, where).toBe(code)
  else for (const line of code.trim().split('\n')) expect(output, where).toContain(line)
}

async function runSample(language: string, code: string, where: string): Promise<string> {
  // Commands of operators have no language. They have tests of their own, as receivers in other languages have.
  if (isStart(code) || ['', 'python', 'php', 'go'].includes(language)) return ''
  if (language === 'sh') return remember(await samples.shell(code))
  expect(language, where).toBe('ts')
  if (!code.includes('.listen(')) return samples.typescript(code)
  shop = await samples.start(code)
  await eventually(
    () => fetch(`http://localhost:${shopPort}`, { method: 'POST' }).catch(() => undefined),
    (response) => response?.status === 400,
    { what: `the receiver of ${where}` },
  )
  return ''
}

/** This test has already started an instance. */
function isStart(code: string): boolean {
  const command = code.trim().replace(/^npm ci --omit=dev && /, '')
  return /^([A-Z_]+=[\d,.]+ )*npm start$/.test(command)
}

const seen = z.looseObject({
  id: z.string().optional(),
  secret: z.string().optional(),
  address: z.string().optional(),
  amount: z.looseObject({ base: z.string().optional() }).optional(),
})
const names = { pl: 'LINK_ID', cs: 'SESSION_ID', qt: 'QUOTE_ID', we: 'ENDPOINT_ID' } as const

/** Stores the values that the guides tell the reader to keep. */
async function remember(output: string): Promise<string> {
  const { id, secret, address, amount } = seen.safeParse(jsonIn(bodyOf(output))).data ?? {}
  const name = Object.entries(names).find(([prefix]) => id?.startsWith(`${prefix}_`))?.[1]
  await samples.set({
    ...(name && id && { [name]: id }),
    ...(secret && { WEBHOOK_SECRET: secret }),
    ...(address && { ADDRESS: address }),
    ...(amount?.base && { AMOUNT: amount.base }),
  })
  return output
}

function bodyOf(output: string): string {
  return output.startsWith('HTTP/') ? output.slice(output.indexOf('\r\n\r\n') + 4) : output
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Every sample of the guides, against a running instance. */
export function checkGuides(running: () => RunningInstance): void {
  beforeAll(async () => {
    samples = await sampleRunner(running().dataDir)
    shopPort = await freePort(0)
    await samples.set({ SHOP_PORT: String(shopPort) })
  })

  afterAll(() => samples?.stop())

  // In their order: what one makes, later ones use.
  describe('the guide', { shuffle: false }, () => {
    describe.each(guides)('%s', (guide) => {
      it('has samples that work as documented', { timeout: 60_000 }, async () => {
        let output = ''
        const blocks = await codeBlocks(pathOf(guide))
        for (const [place, block] of blocks.entries()) {
          const where = `docs/${guide}.md:${block.line}`
          const code = placed(block.code)
          if (isShown(block)) {
            expectShown(output, { ...block, code }, where)
            continue
          }
          output = await runSample(block.language, code, where)
          const next = blocks[place + 1]
          const isRefusal = next?.language === 'json' && next.code.includes('"error"')
          expect(output.includes('{"error":'), `${where} ${output}`).toBe(isRefusal)
        }
      })
    })

    describe('the guides together', () => {
      it('deliver a paid order once, and no order for a test event', async () => {
        await eventually(
          () => shop?.printed(),
          (text) => text?.includes('1005') ?? false,
          {
            what: 'the delivery of order 1005',
          },
        )
        expect(shop?.printed()).toBe('deliver order 1005\n')
      })

      it('show TypeScript that compiles in strict mode', async () => {
        const blocks = (await Promise.all(guides.map((guide) => codeBlocks(pathOf(guide))))).flat()
        const programs = blocks.flatMap(({ language, code }) => (language === 'ts' ? [code] : []))
        expect(programs.length).toBeGreaterThan(guides.length)
        await samples.compile(programs)
      })

      it('name every error code with its status and type', async () => {
        const text = await readFile(pathOf('errors'), 'utf8')
        const rows = [...text.matchAll(/^\| (\d{3}) +\| `(\w+)` +\| `(\w+)` +\|/gm)]
        const listed = rows.map(([, status, type, code]) => [
          code,
          { status: Number(status), type },
        ])
        expect(Object.fromEntries(listed)).toEqual(apiErrors)
      })

      it('start an instance with commands and variables that exist', async () => {
        const { scripts } = z
          .object({ scripts: z.object({ start: z.string() }) })
          .parse(JSON.parse(await readFile(join(repositoryRoot, 'package.json'), 'utf8')))
        expect(scripts.start).toBe('node infra/local/main.ts')
        const known = await readFile(join(repositoryRoot, 'infra', 'local', 'config.ts'), 'utf8')
        const text = await readFile(pathOf('testing'), 'utf8')
        const variables = [...text.matchAll(/\b([A-Z_]+)=[\d,]+ /g)].map(([, name]) => name)
        expect(variables.length).toBeGreaterThan(4)
        for (const name of variables) expect(known).toContain(name)
      })

      it('work the same without curl', async () => {
        const plain = await sampleRunner(running().dataDir, { withoutCurl: true })
        await plain.set({
          QUITTANCE_URL: running().baseUrl,
          QUITTANCE_API_KEY: running().instance.apiKeys.test,
        })
        try {
          const [sample, told] = await codeBlocks(pathOf('errors'))
          const response = await plain.shell(sample?.code ?? '')
          expectLike(JSON.parse(response), JSON.parse(told?.code ?? ''), 'docs/errors.md')
        } finally {
          await plain.stop()
        }
      })
    })
  })
}
