import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { functions } from '../../infra/functions.ts'

const run = promisify(execFile)

/** Path → text of every TypeScript file that git knows or could add. */
const sources = await trackedSources()

async function trackedSources(): Promise<Map<string, string>> {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx']
  const { stdout } = await run('git', list, { cwd: repositoryRoot })
  const paths = stdout
    .split('\n')
    .filter((path) => path && path !== 'test/gate/conventions.test.ts')
  const texts = paths.map(async (path): Promise<[string, string][]> => {
    const text = await readFile(`${repositoryRoot}/${path}`, 'utf8').catch(() => undefined)
    return text === undefined ? [] : [[path, text]]
  })
  return new Map((await Promise.all(texts)).flat())
}

function filesWith(pattern: RegExp, among: RegExp = /./): string[] {
  return [...sources].flatMap(([path, text]) =>
    among.test(path) && pattern.test(text) ? [path] : [],
  )
}

describe('the sources', () => {
  it('replace no module in tests', () => {
    expect(filesWith(/\bvi\.(mock|doMock|hoisted)\(/)).toEqual([])
  })

  it('import zod as a namespace, a fifth of its size in a bundle', () => {
    expect(filesWith(/import (type )?\{[^}]*\} from 'zod'/)).toEqual([])
  })

  it('import single actions of viem instead of its public client', () => {
    expect(filesWith(/createPublicClient/, /^(functions|shared|infra)\//)).toEqual([])
  })

  it('have no tests that are skipped, retried or focused', () => {
    expect(filesWith(/\b(it|test|describe)\.(skip|only|todo)\b|\bretry: *[1-9]/)).toEqual([])
  })

  it('read the environment in their configuration only', () => {
    const readers = filesWith(/process\.env\b/, /^(functions|shared|infra|static-\w+)\//)
    const others = readers.filter((path) => !/(\/config|\.test)\.ts$/.test(path))
    // Code loaded by Lambda reads it; the local function worker sets it.
    expect(others).toEqual(['infra/build/lambda-entry.ts', 'infra/local/functions/worker.ts'])
  })

  it('list every function in the table, and have a file for each', () => {
    const entries = new Set<string>(Object.values(functions).map((row) => row.entry))
    const folders =
      /^functions\/(api|checkout|intake|internal|operator|queues|schedules|timers|visitor)\//
    const handlers = filesWith(/export (const|function) serve/, folders)
    expect(handlers.toSorted()).toEqual([...entries].toSorted())
  })
})
