import { expect, it } from 'vitest'
import type { CheckClosedSessionDeps } from '../../shared/payments/ledger/scanning/check-closed-session.ts'
import { scanClosedAddresses } from '../../shared/payments/ledger/scanning/scan-closed-addresses.ts'
import { closedAddresses } from '../../shared/payments/ledger/store/closed-addresses.ts'
import { loadClosedRounds } from '../../shared/payments/ledger/store/closed-rounds.ts'
import { type AwsCall, aroundAwsCalls } from '../aws-calls.ts'
import { isDown } from './coin-fixture.ts'
import { type EngineHarness, engineHarness } from './engine-harness.ts'

const hour = 3600
const mode = 'test'

function depsOf(
  engine: EngineHarness,
  changes: Partial<CheckClosedSessionDeps> = {},
): CheckClosedSessionDeps {
  const deps = { ...engine.deps, alert: () => undefined, chains: async () => [engine.chain.client] }
  return { ...deps, ...changes }
}

/** Closed sessions, one every `everySeconds`, the first one now. */
async function closedSessions(engine: EngineHarness, count: number, everySeconds = 1) {
  const closedAt = (index: number) =>
    new Date(engine.clock().getTime() - (count - 1 - index) * everySeconds * 1000)
  const sessions = Array.from({ length: count }, (_, index) => ({
    status: 'expired' as const,
    closedAt: closedAt(index),
  }))
  const opened = []
  for (const session of sessions) opened.push(await engine.openSession(session))
  return opened
}

it('scans every ten minutes for a day, daily for 90 days, then only on request', async () => {
  const engine = await engineHarness()
  const [session] = await closedSessions(engine, 1)
  const deps = depsOf(engine)
  const scanned = async () => (await scanClosedAddresses(deps, { mode })).scanned
  const start = engine.clock()
  const at = (hours: number) => engine.setClock(new Date(start.getTime() + hours * hour * 1000))
  const scannedAt = async (hours: number) => {
    at(hours)
    return scanned()
  }
  expect(await scannedAt(0)).toBe(1)
  expect(await scannedAt(0.08)).toBe(0)
  expect(await scannedAt(0.17)).toBe(1)
  expect(await scannedAt(23.9)).toBe(1)
  expect(await scannedAt(26)).toBe(1)
  expect(await scannedAt(26.2)).toBe(0)
  expect(await scannedAt(49)).toBe(0)
  expect(await scannedAt(50)).toBe(1)
  expect(await scannedAt(89.9 * 24)).toBe(1)
  expect(await scannedAt(92 * 24)).toBe(0)
  if (session) await engine.pay(session, 5n)
  await engine.chain.mine(3)
  if (session) await engine.recheckClosed(session)
  expect(await engine.unmatched()).toMatchObject([{ amountBase: 5n }])
})

it('a round that is killed continues after the last page that was finished', async () => {
  const engine = await engineHarness()
  await closedSessions(engine, 6)
  engine.passSeconds(1800)
  const asked: number[] = []
  const killedAfter = (pages: number): CheckClosedSessionDeps['ask'] => {
    let count = 0
    return (client, work) => {
      count += 1
      asked.push(count)
      return count > pages ? new Promise(() => undefined) : work(client)
    }
  }
  const options = { mode, pageSize: 2 } as const
  const reached = Promise.withResolvers<void>()
  const ask = killedAfter(1)
  const dying: CheckClosedSessionDeps['ask'] = (client, work) => {
    const response = ask(client, work)
    if (asked.length === 2) reached.resolve()
    return response
  }
  // The killed run never continues.
  void scanClosedAddresses(depsOf(engine, { ask: dying }), options)
  await reached.promise
  expect(await scanClosedAddresses(depsOf(engine), options)).toMatchObject({ scanned: 4 })
  expect(await scanClosedAddresses(depsOf(engine), options)).toMatchObject({ scanned: 0 })
})

it('a run that has no time left is continued by the next', async () => {
  const engine = await engineHarness()
  await closedSessions(engine, 5)
  engine.passSeconds(1800)
  const slow: CheckClosedSessionDeps['ask'] = async (client, work) => {
    engine.passSeconds(20)
    return work(client)
  }
  const options = { mode, pageSize: 2, forMs: 30_000 } as const
  const run = () => scanClosedAddresses(depsOf(engine, { ask: slow }), options)
  expect(await run()).toMatchObject({ scanned: 4 })
  expect(await run()).toMatchObject({ scanned: 1, overdueSeconds: 0 })
})

it('an address whose check fails delays no other, and is retried less and less often', async () => {
  const engine = await engineHarness()
  const [bad, good] = await closedSessions(engine, 2)
  if (!bad || !good) throw new Error('two sessions were opened')
  await engine.pay(bad, 7n)
  await engine.pay(good, 8n)
  await engine.mine(3)
  const alone = bad.address.slice(2).toLowerCase()
  const others = good.address.slice(2).toLowerCase()
  let tries = 0
  engine.chain.proxy.intercept(({ method, params }) => {
    const text = JSON.stringify(params ?? null).toLowerCase()
    const isItsCheck = method === 'eth_call' && text.includes(alone) && !text.includes(others)
    if (isItsCheck) tries += 1
    return isItsCheck ? isDown() : undefined
  })
  const run = () => scanClosedAddresses(depsOf(engine), { mode })
  expect(await run()).toMatchObject({ scanned: 2, failures: [{ name: 'TokenUnreadable' }] })
  expect(await engine.unmatched()).toMatchObject([{ sessionId: good.id, amountBase: 8n }])
  const triedBy = async (minutes: number) => {
    engine.passSeconds(minutes * 60)
    tries = 0
    await run()
    return tries > 0
  }
  expect([await triedBy(10), await triedBy(10), await triedBy(10)]).toEqual([true, false, true])
  engine.chain.proxy.intercept(undefined)
  await triedBy(60)
  expect(await engine.unmatched()).toHaveLength(2)
})

it('writes nothing for unchanged addresses, and does not read their sessions', async () => {
  const engine = await engineHarness({ settings: { indexShards: null } })
  const sessions = await closedSessions(engine, 40)
  for (const session of sessions.slice(0, 20)) await engine.pay(session, 3n)
  await engine.mine(3)
  const deps = depsOf(engine)
  await scanClosedAddresses(deps, { mode })
  expect(await engine.unmatched()).toHaveLength(20)
  engine.passSeconds(2 * hour)
  await engine.chain.mine()
  const calls: AwsCall[] = []
  await aroundAwsCalls(
    (call, send) => {
      calls.push(call)
      return send()
    },
    () => scanClosedAddresses(deps, { mode }),
  )
  // Both tiers' rounds in one item, the recent page, the empty older page, and the completion.
  expect(calls.map(({ operation }) => operation)).toEqual([
    'GetItem',
    'Query',
    'Query',
    'UpdateItem',
  ])
})

it('writes nothing at all while nothing is closed', async () => {
  const engine = await engineHarness()
  await scanClosedAddresses(depsOf(engine), { mode })
  const chainIds = [engine.chain.chain.chainId]
  expect(await loadClosedRounds(engine.table, { mode, chainIds })).toEqual(new Map())
})

it('concurrent runs do no harm', async () => {
  const engine = await engineHarness()
  const [session] = await closedSessions(engine, 5)
  if (session) await engine.pay(session, 3n)
  await engine.mine(3)
  const run = () => scanClosedAddresses(depsOf(engine), { mode, pageSize: 2 })
  const reports = await Promise.all([run(), run(), run()])
  expect(reports.flatMap(({ failures }) => failures)).toEqual([])
  expect(await engine.unmatched()).toMatchObject([{ amountBase: 3n }])
  engine.passSeconds(700)
  expect(await run()).toMatchObject({ scanned: 5, failures: [] })
})

it('pages through more closed addresses than one request returns', async () => {
  const engine = await engineHarness()
  const sessions = await closedSessions(engine, 5, 1800)
  const found: string[] = []
  let cursor: string | null = null
  for (let isLast = false; !isLast; ) {
    const page = await closedAddresses(engine.table, {
      mode,
      from: '2000',
      to: '2100',
      cursor,
      limit: 2,
    })
    found.push(...page.rows.map(({ sessionId }) => sessionId))
    cursor = page.rows.at(-1)?.cursor ?? cursor
    isLast = page.isLast
  }
  expect(found).toEqual(sessions.map(({ id }) => id))
})
