import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { workers } from '../../infra/functions.ts'
import { movedDataWrite } from '../../shared/admin/moving/store/moved-data.ts'
import { daysBetween } from '../../shared/admin/statistics/store/day-statistics.ts'
import { newId } from '../../shared/kernel/ids.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'
import { transact, type Write } from '../../shared/kernel/store/transact.ts'
import { sessionCreation } from '../../shared/payments/checkout-sessions/store/sessions.ts'
import { lambdaContext } from '../../test/api-event.ts'
import { aSession } from '../../test/factories.ts'
import { logLines } from '../../test/log-lines.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { serve as serveRelay } from '../schedules/relay.ts'
import { scheduledFunction } from './pausing-functions.ts'

type Handler = (event: unknown, context: unknown) => Promise<unknown>

const entryFile = z.object({
  serve: z.custom<(config: Config) => Handler>((value) => typeof value === 'function'),
})

const hourAgo = new Date(Date.now() - 3_600_000)
const leftOut = { wallets: [], networks: [], notifiers: [], integrations: [], payoutWallets: [] }
const importOf = (endedAt: Date | null): Write =>
  movedDataWrite({ checksum: 'abc', begunAt: hourAgo, endedAt, leftOut })

const event = { mode: 'test', sessionId: 'cs_1', Records: [{ messageId: '1' }, { messageId: '2' }] }
const batchItemFailures = [{ itemIdentifier: '1' }, { itemIdentifier: '2' }]

/** Results that lose no message, and have it tried again. */
const waiting = {
  schedule: { status: 'fulfilled', value: undefined },
  queue: { status: 'fulfilled', value: { batchItemFailures } },
  task: { status: 'rejected', reason: new Error('data is being imported') },
}

/** All workers except those that another function waits for. */
const pausing = Object.entries(workers).flatMap(
  ([
    name,
    {
      entry,
      trigger: { kind },
    },
  ]) => (kind === 'function' ? [] : [{ name, entry, kind }]),
)

it('every schedule, queue consumer and timer waits while data is being imported, and says so once', async () => {
  const { table, config } = await serviceFunctions()
  await transact(table, [importOf(null)])
  const written = logLines()
  for (const { name, entry, kind } of pausing) {
    const { serve } = entryFile.parse(await import(join(repositoryRoot, entry)))
    written.clear()
    const [outcome] = await Promise.allSettled([serve(config)(event, lambdaContext())])
    expect([name, outcome]).toEqual([name, waiting[kind]])
    expect(written.lines()).toMatchObject([{ message: 'waiting for the import of data' }])
  }
})

it('counts what was imported after all of it is there', async () => {
  const { table, config } = await serviceFunctions()
  const relay = serveRelay(config)
  const run = () => relay({ mode: 'test' }, lambdaContext())
  const created = async () => {
    const days = await daysBetween(table, 'test', { from: '2000', to: '2100' })
    return days.map(({ counts }) => counts.created).reduce((sum, count) => sum + count, 0)
  }
  await transact(table, [importOf(null)])
  const ids = [1, 2].map(() => newId('checkoutSession', hourAgo, randomBytes))
  for (const id of ids) {
    const session = aSession({ id, createdAt: hourAgo })
    await transact(table, [sessionCreation(session, session.expiresAt)])
    await run()
    expect(await created()).toBe(0)
  }
  await transact(table, [importOf(new Date())])
  await run()
  expect(await created()).toBe(2)
})

it('a scheduled run that fails is logged, and fails the invocation in live mode only', async () => {
  const { table } = await serviceFunctions()
  const run = scheduledFunction(table, () => Promise.reject(new Error('no node responds')))
  const written = logLines()
  const logged = { message: 'invocation failed', error: { message: 'no node responds' } }
  for (const scheduled of [{ mode: 'live' }, {}]) {
    await expect(run(scheduled, lambdaContext())).rejects.toThrow('no node responds')
  }
  expect(written.lines()).toMatchObject([{ ...logged, mode: 'live' }, logged])
  written.clear()
  expect(await run({ mode: 'test' }, lambdaContext())).toBeUndefined()
  expect(written.lines()).toMatchObject([{ ...logged, mode: 'test' }])
})
