import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { repositoryRoot } from '../../infra/build/repository-root.ts'

const run = promisify(execFile)
const releases = join(import.meta.dirname, 'released-clients')

/** Lists of words that a minor release may add to; see `docs/versioning.md`. None is ever removed. */
const growing = [
  'EventType',
  'HostedProvider',
  'RefundAddressGiver',
  'InactiveReason',
  'DeliveryEnding',
  'UnmatchedReason',
]

/** Requests accept what they accepted, and results are what they were, or more. As functions, because methods' parameters are compared both ways. */
const comparison = `
type Calls<Of> = {
  [Name in keyof Of]: Of[Name] extends (...given: infer Given) => infer Result
    ? (...given: Given) => Result
    : Calls<Of[Name]>
}
export const calls: Calls<Then.Resources> = {} as Calls<Now.Resources>
`

/** The compiler's messages about programs that were written for the client of `release`, with the client of now. */
async function brokenBy(release: string, change: (types: string) => string = (types) => types) {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-client-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(join(repositoryRoot, 'sdk/src'), folder, { recursive: true })
  const now = join(folder, 'generated/types.ts')
  await writeFile(now, change(await readFile(now, 'utf8')))
  await mkdir(join(folder, 'then'))
  const released = (file: string) => readFile(join(releases, release, `${file}.ts.txt`), 'utf8')
  await writeFile(join(folder, 'then/resources.ts'), await released('resources'))
  const { types, words } = withWordsOfNow(await released('types'))
  await writeFile(join(folder, 'then/types.ts'), types)
  const imports = `import type * as Now from './generated/resources.ts'
import type * as NowTypes from './generated/types.ts'
import type * as Then from './then/resources.ts'
`
  await writeFile(join(folder, 'comparison.ts'), `${imports}${comparison}${words}`)
  const args = [
    '--noEmit',
    '--strict',
    '--exactOptionalPropertyTypes',
    '--skipLibCheck',
    '--allowImportingTsExtensions',
  ]
  const platform = ['--target', 'es2024', '--module', 'nodenext', '--types', '']
  return run('tsc', [...args, ...platform, join(folder, 'comparison.ts')], { cwd: folder }).then(
    () => '',
    (error) => String(error.stdout),
  )
}

/** Types with the growing lists of now, and the claim that each still has its words. */
function withWordsOfNow(types: string) {
  let words = ''
  const changed = growing.reduce((text, name) => {
    const declaration = new RegExp(`^export type ${name} =([^\\n]*\\n(?: {2}\\|[^\\n]*\\n)*)`, 'm')
    return text.replace(declaration, (_, values) => {
      words += `export const ${name}: NowTypes.${name} = {} as ${values}`
      return `import type { ${name} } from '../generated/types.ts'\nexport type { ${name} }\n`
    })
  }, types)
  return { types: changed, words }
}

it.each(await readdir(releases))(
  'programs written for %s compile with the client of now',
  async (release) => {
    expect(await brokenBy(release)).toBe('')
  },
)

it.each([
  [
    'a field of a result is missing',
    (types: string) => types.replace(/^ {2}amountReceived: .*$/m, ''),
  ],
  [
    'a field of a result can be missing',
    (types: string) => types.replace('  amountReceived:', '  amountReceived?:'),
  ],
  [
    'a parameter is required',
    (types: string) => types.replace('  customerEmail?:', '  customerEmail:'),
  ],
  [
    'a status is new',
    (types: string) => types.replace("  | 'paid_late'", "  | 'paid_late'\n  | 'paid_early'"),
  ],
  ['an event is gone', (types: string) => types.replace("  | 'session.paid_late'\n", '')],
])('but not if %s', async (_, change) => {
  expect(await brokenBy('0.2.0', change)).toContain('comparison.ts')
})

it('and new events break nothing', async () => {
  const more = (types: string) =>
    types.replace("  | 'refund.created'", "  | 'refund.created'\n  | 'session.x'")
  expect(await brokenBy('0.2.0', more)).toBe('')
})
