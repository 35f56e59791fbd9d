import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repositoryRoot } from '../build/repository-root.ts'
import type { CallOperator } from './call-operator.ts'
import type { Command } from './command.ts'
import { allCommands } from './commands.ts'
import { operate } from './operate.ts'

/** Until the first call, a command only reads what was typed. */
const reached = new Error('reached')

const call: CallOperator = () => Promise.reject(reached)

let folder: string
const mnemonic = 'test test test test test test test test test test test junk'
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'usage-'))
  const setup = { baseUrl: 'https://pay.example.com', mnemonic, mnemonicIsNew: true }
  await writeFile(join(folder, 'setup.json'), JSON.stringify(setup))
  await writeFile(join(folder, 'rpc-urls.json'), '{}')
  await writeFile(join(folder, 'watch.json'), '{}')
  await writeFile(join(folder, 'logo.png'), png)
})

afterAll(() => rm(folder, { recursive: true }))

/** Returns why a line is refused, or undefined if it leads to a call. */
async function refusalOf(words: readonly string[]): Promise<unknown> {
  const args = words.map((word) => word.replace(/(setup|rpc-urls|watch)\.json|logo\.png/, inFolder))
  const surroundings = { variables: {}, readLine: async () => 'typed' }
  return operate(async () => call, args, surroundings).then(
    () => undefined,
    (error: unknown) => (error === reached ? undefined : error),
  )
}

const inFolder = (file: string) => join(folder, file)

/** These ask at a terminal, or read a mnemonic or an export, before they call anything; they have their own tests. */
const readsFirst = /^(wallet (add|create)|data import)\b/

/** The required words only, with the first of each choice. */
function shortest({ operation, usage }: Command): string[] {
  let needed = usage.replace(/ \(.*\)$/, '')
  for (let before = ''; before !== needed; ) {
    before = needed
    needed = needed.replace(/\[[^[\]]*\]/g, '')
  }
  const words = needed.split(/\s+/).filter((word) => word !== '' && word !== '…')
  return [...(operation.command ?? '').split(' '), ...words.map((word) => word.replace(/\|.*/, ''))]
}

describe('a usage line', async () => {
  const commands = (await allCommands()).filter(
    ({ operation }) => !readsFirst.test(operation.command ?? ''),
  )
  it('is enough to call its command', async () => {
    for (const command of commands) {
      expect(await refusalOf(shortest(command)), command.usage).toBeUndefined()
    }
  })
})

describe('a line of the guides', async () => {
  const lines = globSync(['docs/*.md', 'README.md'], { cwd: repositoryRoot }).flatMap((file) =>
    readFileSync(join(repositoryRoot, file), 'utf8')
      .split('\n')
      .flatMap((line) => /^ *npm run operate -- (.*)$/.exec(line)?.[1] ?? []),
  )
  const ofOthers = [...new Set(lines)].filter((line) => !readsFirst.test(line))
  it('is understood', async () => {
    expect(ofOthers.length).toBeGreaterThan(30)
    for (const line of ofOthers) {
      const [command = ''] = line.split(/ [#>|] /)
      const words = command.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? []
      expect(await refusalOf(words), line).toBeUndefined()
    }
  })
})
