import { expect, it } from 'vitest'
import { testTable } from '../../../test/test-table.ts'
import { apiKeyUses } from './note-api-key-use.ts'
import { listApiKeyUses } from './store/api-key-uses.ts'

const key = { mode: 'test', id: 'key_1' } as const

async function fixture() {
  const table = await testTable()
  const clock = { now: new Date('2026-03-01T12:00:00Z') }
  const problems: unknown[] = []
  const deps = { now: () => clock.now, onProblem: (error: unknown) => problems.push(error) }
  return {
    problems,
    /** Notes of a new process. */
    process: () => apiKeyUses({ table, ...deps }),
    broken: () => apiKeyUses({ table: { ...table, name: 'missing' }, ...deps }),
    pass: (seconds: number) => {
      clock.now = new Date(clock.now.getTime() + seconds * 1000)
    },
    usedAt: async () => (await listApiKeyUses(table, 'test')).get(key.id)?.toISOString(),
  }
}

it('notes a use once a minute, also of several processes', async () => {
  const { process, pass, usedAt } = await fixture()
  const [one, other] = [process(), process()]
  expect(await usedAt()).toBeUndefined()
  await one(key)
  expect(await usedAt()).toBe('2026-03-01T12:00:00.000Z')
  pass(59)
  await Promise.all([one(key), other(key)])
  expect(await usedAt()).toBe('2026-03-01T12:00:00.000Z')
  pass(1)
  await other(key)
  expect(await usedAt()).toBe('2026-03-01T12:01:00.000Z')
  pass(30)
  await one(key)
  expect(await usedAt()).toBe('2026-03-01T12:01:00.000Z')
})

it('fails no request if it cannot be noted', async () => {
  const { broken, problems } = await fixture()
  await broken()(key)
  expect(problems).toHaveLength(1)
})
