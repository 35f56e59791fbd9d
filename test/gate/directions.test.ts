import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { repositoryRoot } from '../../infra/build/repository-root.ts'

const importing = (from: string) =>
  `import { thing } from '${from}'\n\nexport const other = thing\n`

const forbidden = [
  ['shared/payments/checkout-sessions/rules', '../store/sessions.ts'],
  ['shared/payments/checkout-sessions/rules', '../session-events.ts'],
  ['shared/payments/ledger/rules', 'zod'],
  ['shared/payments/ledger/rules', 'viem'],
  ['shared/merchant/webhooks/rules', 'node:fs/promises'],
  ['shared/kernel', '@aws-sdk/client-sqs'],
  ['shared/payments/checkout-sessions/store', '../session-events.ts'],
  ['shared/merchant/checkout/wire', '../../../payments/ledger/scan-session.ts'],
  ['shared/chain', '../http/steps/authenticate.ts'],
  ['shared/payments/wallet/keys', '../../../../infra/functions.ts'],
  ['shared/records/prices', '../../../functions/pipelines/early-timeout.ts'],
  ['shared/payments/quotes', '../../../functions/pipelines/early-timeout.ts'],
  ['shared/payments/quotes', '@middy/core'],
  ['shared/http', '../../infra/functions.ts'],
  ['functions/api', '../../infra/functions.ts'],
  ['static-checkout/src', '../../shared/payments/checkout-sessions/store/sessions.ts'],
  ['static-checkout/src', '../../shared/payments/ledger/apply-fact.ts'],
  ['static-checkout/src', 'viem'],
  ['static-dashboard/src', '../../shared/records/api-keys/create-api-key.ts'],
  ['static-dashboard/src', 'zod'],
] as const

const allowed = [
  ['shared/payments/ledger/rules', './transfer.ts'],
  ['shared/payments/ledger/rules', '../../../kernel/money.ts'],
  ['shared/payments/ledger/rules', '../../checkout-sessions/rules/session-terms.ts'],
  ['shared/payments/quotes', '../../records/payment-links/store/payment-links.ts'],
  ['shared/payments/checkout-sessions/wire', '../../../kernel/money.ts'],
  ['functions/api', '../../shared/payments/ledger/apply-fact.ts'],
  ['static-checkout/src', '../../shared/kernel/money.ts'],
  ['static-checkout/src', '../../shared/merchant/checkout/rules/checkout-steps.ts'],
] as const

const rules = [
  ['noExplicitAny', 'export const value: any = 1\n'],
  ['noNonNullAssertion', 'export const value = [1][0]!\n'],
  ['noDefaultExport', 'export default 1\n'],
  ['noEnum', 'export enum Colour {\n  Red = 1,\n}\n'],
  ['noProcessEnv', 'export const value = process.env\n'],
  ['noConsole', "console.log('hello')\n"],
  ['noBarrelFile', "export { thing } from './thing.ts'\n"],
  ['noImportCycles', "import { a } from './cycle.ts'\n\nexport const b = a\n"],
  [
    'useMaxParams',
    'export function f(a: 1, b: 1, c: 1, d: 1, e: 1) {\n  return [a, b, c, d, e]\n}\n',
  ],
  ['useThrowOnlyError', "export function f() {\n  throw 'text'\n}\n"],
  [
    'noFloatingPromises',
    'async function later(): Promise<void> {}\n\nexport function f() {\n  later()\n}\n',
  ],
] as const

const caseFile = (folder: string, from: string) => `${folder}/${slug(from)}.ts`
const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '')

/** Every file of every case, linted at once under the project's own configuration. */
const files = new Map<string, string>([
  ...[...forbidden, ...allowed].map(
    ([folder, from]) => [caseFile(folder, from), importing(from)] as const,
  ),
  ...rules.map(([rule, source]) => [`shared/payments/quotes/${slug(rule)}.ts`, source] as const),
  [
    'shared/payments/quotes/cycle.ts',
    "import { b } from './noimportcycles.ts'\n\nexport const a = b\n",
  ],
])

const report = z.object({
  diagnostics: z.array(
    z.object({ category: z.string(), location: z.object({ path: z.string() }).nullable() }),
  ),
})

/** Path → names of the rules that fired there. */
let fired: Map<string, string[]>

beforeAll(async () => {
  const root = await mkdtemp(join(tmpdir(), 'quittance-gate-'))
  try {
    await cp(join(repositoryRoot, 'biome.json'), join(root, 'biome.json'))
    for (const [path, source] of files) {
      await mkdir(dirname(join(root, path)), { recursive: true })
      await writeFile(join(root, path), source)
    }
    const { diagnostics } = report.parse(JSON.parse(await lint(root)))
    const byPath = Map.groupBy(diagnostics, (d) => d.location?.path ?? '')
    fired = new Map(
      Array.from(byPath, ([path, found]) => [
        path,
        found.map(({ category }) => category.split('/').at(-1) ?? ''),
      ]),
    )
  } finally {
    await rm(root, { recursive: true })
  }
})

function lint(root: string): Promise<string> {
  const biome = join(repositoryRoot, 'node_modules/.bin/biome')
  const options = ['lint', '--reporter=json', '--max-diagnostics=none', '--vcs-enabled=false', '.']
  return new Promise((resolve) => {
    // Its exit code is 1, because every file here is wrong on purpose.
    execFile(biome, options, { cwd: root }, (_, stdout) => resolve(stdout))
  })
}

describe('the directions of dependencies', () => {
  it.each(forbidden)('%s must not import %s', (folder, from) => {
    expect(fired.get(caseFile(folder, from))).toContain('noRestrictedImports')
  })

  it.each(allowed)('%s may import %s', (folder, from) => {
    expect(fired.get(caseFile(folder, from)) ?? []).not.toContain('noRestrictedImports')
  })
})

describe('the rules', () => {
  it.each(rules)('%s fires', (rule) => {
    expect(fired.get(`shared/payments/quotes/${slug(rule)}.ts`)).toContain(rule)
  })
})
