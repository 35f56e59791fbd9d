import { expect, it } from 'vitest'
import { grownShards, growthDelayMs, shardsToWrite } from '../../shared/kernel/index-shards.ts'
import { pageAuditEntries } from '../../shared/kernel/store/audit-log.ts'
import { shardCount } from '../../shared/kernel/store/shard-count.ts'
import { getSettings } from '../../shared/records/settings/get-settings.ts'
import { growIndexShards } from '../../shared/records/settings/grow-index-shards.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { lambdasOf, terminal } from '../../test/terminal.ts'

async function fixture() {
  const { config, table } = await serviceFunctions()
  const { call, run } = terminal(lambdasOf(config))
  const grow = (count: number) => call(growIndexShards, { mode: 'live', count })
  return { table, grow, run, read: () => call(getSettings, { mode: 'live' }) }
}

it('grows the shards of one mode, for readers at once and for writers ten minutes later', async () => {
  const { table, grow, read } = await fixture()
  expect(await read()).toMatchObject({ indexShards: null })
  const begun = Date.now()
  const shards = await grow(4)
  expect(shards).toMatchObject({ count: 4, before: 1 })
  const from = new Date(shards.from)
  expect(from.getTime() - begun).toBeGreaterThanOrEqual(growthDelayMs)
  expect(await read()).toMatchObject({ indexShards: shards })
  expect(await shardCount({ ...table }, 'live')).toBe(4)
  expect(await shardCount({ ...table }, 'test')).toBe(1)
  expect(shardsToWrite(shards, new Date(from.getTime() - 1))).toBe(1)
  expect(shardsToWrite(shards, from)).toBe(4)
})

it('grows again, from what was stored', async () => {
  const { grow, read } = await fixture()
  await grow(4)
  const shards = await grow(16)
  expect(shards).toMatchObject({ count: 16, before: 1 })
  expect(await read()).toMatchObject({ indexShards: shards })
})

it('keeps what writers use until then if it grows twice', () => {
  const at = new Date('2026-03-01T12:00:00Z')
  const once = grownShards(null, 4, at)
  expect(grownShards(once, 16, at)).toMatchObject({ count: 16, before: 1 })
  expect(grownShards(once, 16, new Date(once.from))).toMatchObject({ count: 16, before: 4 })
})

it.each([4, 3, 1, 65, 4.5])('refuses %s shards after 4', async (count) => {
  const { grow } = await fixture()
  await grow(4)
  await expect(grow(count)).rejects.toMatchObject({ code: 'parameter_invalid' })
})

it('keeps the larger of two growths at a time, and audits both or one', async () => {
  const { table, grow, read } = await fixture()
  const outcomes = await Promise.allSettled([grow(8), grow(16)])
  expect(await read()).toMatchObject({ indexShards: { count: 16 } })
  const done = outcomes.filter(({ status }) => status === 'fulfilled')
  const { items } = await pageAuditEntries(table, { mode: 'live' }, { limit: 10 })
  expect(items).toHaveLength(done.length)
  expect(items[0]).toMatchObject({
    action: 'settings.change',
    after: { indexShards: { count: 16 } },
  })
})

it('is a command of the terminal', async () => {
  const { run } = await fixture()
  expect(await run('settings', 'grow-shards', '--mode', 'live', '--count', '4')).toContain('4')
})
