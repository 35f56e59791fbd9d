import { PassThrough } from 'node:stream'
import { text as readAll } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { askNextIndex } from './ask-next-index.ts'

const unknown = { mode: 'live', nextIndex: null, until: null } as const

type Given = { isTTY?: boolean; nextIndex?: number; until?: number }

async function asked(typed: string, { isTTY = true, ...options }: Given = {}) {
  const [input, output] = [Object.assign(new PassThrough(), { isTTY }), new PassThrough()]
  input.end(typed)
  const found = await askNextIndex({ input, output }, { ...unknown, ...options })
  output.end()
  return { found, shown: await readAll(output) }
}

it('is typed at a terminal, or unknown', async () => {
  const { found, shown } = await asked('25000\n')
  expect(found).toBe(25_000)
  expect(shown).toContain('Next index of live mode, as noted with the words')
  expect((await asked('\n')).found).toBeNull()
  await expect(asked('many\n')).rejects.toThrow('The next index must be an index')
})

it.each([
  ['without a terminal', { isTTY: false }, null],
  ['if the options have it', { nextIndex: 7 }, 7],
  ['if the options say where the search ends', { until: 9 }, null],
])('is not asked for %s', async (_, options, expected) => {
  expect(await asked('25000\n', options)).toEqual({ found: expected, shown: '' })
})
