import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { planConcurrency } from '../../infra/aws/concurrency-plan.ts'
import { findHealth } from '../../shared/admin/health/health-subjects.ts'
import type { Token } from '../../shared/chain/chain.ts'
import { newId } from '../../shared/kernel/ids.ts'
import { type Mode, modes } from '../../shared/kernel/mode.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { measureIn } from '../../shared/log/log.ts'
import { sessionCreation } from '../../shared/payments/checkout-sessions/store/sessions.ts'
import { closedAddressCreation } from '../../shared/payments/ledger/store/closed-addresses.ts'
import { saveClosedRounds } from '../../shared/payments/ledger/store/closed-rounds.ts'
import { listNetworkReach } from '../../shared/payments/networks/store/network-reach.ts'
import { listNetworks, networkReplacement } from '../../shared/payments/networks/store/networks.ts'
import { requeued } from '../../shared/records/outbox/rules/webhook-delivery.ts'
import { replaceDelivery } from '../../shared/records/outbox/store/deliveries.ts'
import { settingsUpdate } from '../../shared/records/settings/store/settings.ts'
import { lambdaContext } from '../../test/api-event.ts'
import { aroundAwsCalls } from '../../test/aws-calls.ts'
import { startTestChain, type TestChain } from '../../test/chain-fixture.ts'
import { aSession } from '../../test/factories.ts'
import { nowhere } from '../../test/local-aws.ts'
import { logLines } from '../../test/log-lines.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { saveDelivery } from '../../test/webhook-fixture.ts'
import { serve } from './reconcile.ts'

afterEach(() => measureIn(undefined))

const dueLater = () => new Date(Date.now() + 3_600_000)
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)

it.each([
  ['test', 31337],
  ['live', 31338],
] as const)(
  'logs the %s chains that it could not reach, and counts those of live mode',
  async (mode, chainId) => {
    const { table, config } = await serviceFunctions()
    measureIn('quittance')
    for (const each of modes) {
      const lock = { ...aSession().lock, chainId: each === 'live' ? 31338 : 31337 }
      const session = aSession({ mode: each, lock })
      await transact(table, [sessionCreation(session, dueLater())])
    }
    const written = logLines()
    expect(await serve(config)({ mode }, lambdaContext())).toEqual({ open: 1, scanned: 0 })
    expect(written.lines()).toMatchObject([
      { level: 'WARN', message: 'reconcile', error: { name: 'ChainUnavailable' } },
      { level: 'WARN', message: 'chain not reached', mode, chainId },
      { message: 'reconciled', mode, open: 1, scanned: 0, failed: 1, seconds: expect.any(Number) },
    ])
    const counts = written.lines().flatMap((line) => line['ChainsUnreached'] ?? [])
    expect(counts).toEqual(mode === 'live' ? [1] : [])
  },
)

describe('a chain whose nodes can no longer do what they could', () => {
  const problem = { subject: 'log range', expected: '2000 blocks', found: '10 blocks' }
  const lacking = { level: 'WARN', message: 'chain nodes are not what they were' }

  async function weaken(table: Table, chainId: number) {
    const network = (await listNetworks(table, 'live')).find((one) => one.chainId === chainId)
    const nodes = network?.nodes.map((node) => ({ ...node, problems: [problem] })) ?? []
    if (network) await transact(table, [networkReplacement({ ...network, nodes, version: 2 })])
  }

  async function liveSession() {
    const chain = await startTestChain({ chainId: 31338 })
    onTestFinished(() => chain.stop())
    const { table, config } = await serviceFunctions({}, { 31338: [chain.rpcUrl], 8453: [nowhere] })
    const session = aSession({ mode: 'live', lock: { ...aSession().lock, chainId: 31338 } })
    await transact(table, [sessionCreation(session, dueLater())])
    const written = logLines()
    return {
      table,
      round: async (event: object = {}) => {
        written.clear()
        await serve(config)({ mode: 'live', ...event }, lambdaContext())
        return written.lines()
      },
    }
  }

  it('counts as not reached; nothing is measured while there is none', async () => {
    const { table, round } = await liveSession()
    expect(await round()).toEqual([])
    await weaken(table, 31338)
    expect(await round()).toMatchObject([
      { ...lacking, chainId: 31338 },
      { message: 'reconciled', ChainsUnreached: 1 },
    ])
  })

  it('counts without open sessions, too, in the first part, although another chain has some and responds', async () => {
    const { table, round } = await liveSession()
    await weaken(table, 8453)
    expect(await round()).toMatchObject([
      { ...lacking, chainId: 8453 },
      { message: 'reconciled', ChainsUnreached: 1 },
    ])
    expect(await round({ part: 1 })).toEqual([])
  })
})

describe('a live chain on which payments can not be decided', () => {
  async function rounds(
    rpcUrls: (chain: TestChain) => string[],
    coin?: (chain: TestChain) => Promise<Token>,
  ) {
    const chain = await startTestChain({ chainId: 31338 })
    onTestFinished(() => chain.stop())
    const { table, config } = await serviceFunctions({}, { 31338: rpcUrls(chain) })
    const token = await coin?.(chain)
    const lock = {
      ...aSession().lock,
      chainId: 31338,
      ...(token && { asset: token.symbol, tokenAddress: token.address, decimals: token.decimals }),
    }
    await transact(table, [sessionCreation(aSession({ mode: 'live', lock }), dueLater())])
    const written = logLines()
    await serve(config)({ mode: 'live' }, lambdaContext())
    return { table, chain, lines: written.lines() }
  }

  it('is noted with the operator that is missing, which Home and Doctor name', async () => {
    const { table } = await rounds(({ rpcUrl }) => [rpcUrl, nowhere])
    const missing = [new URL(nowhere).host]
    expect(await listNetworkReach(table, 'live')).toMatchObject([{ chainId: 31338, missing }])
    const services = {
      table,
      now: () => new Date(),
      release: '1',
      concurrentFunctions: async () => 1,
      alarmAddresses: async () => null,
    }
    const { checks } = await findHealth.networks(
      { ...services, countDeadLetters: async () => 0 },
      'live',
    )
    expect(checks).toContainEqual(
      expect.objectContaining({
        state: 'bad',
        reason: 'network_not_agreed',
        details: { since: expect.any(String), operators: missing[0] },
      }),
    )
  })

  it('counts if a listed coin can not be read', async () => {
    const { lines } = await rounds(
      ({ rpcUrl }) => [rpcUrl],
      async ({ chain, node }) => {
        const [token] = chain.tokens
        if (!token) throw new Error('the chain has a token')
        await node.setCode({ address: token.address, bytecode: '0xfe' })
        return token
      },
    )
    expect(lines).toContainEqual(
      expect.objectContaining({ message: 'a listed coin can not be read', chainId: 31338 }),
    )
    expect(lines).toContainEqual(expect.objectContaining({ ChainsUnreached: 1 }))
  })
})

describe('open sessions in shards', () => {
  const accepted = () => ({ response: { statusCode: 202, headers: {}, body: Readable.from([]) } })

  async function someShards(count: number, shards: readonly (number | undefined)[]) {
    const { table, config } = await serviceFunctions({ AWS_LAMBDA_FUNCTION_NAME: 'reconcile' })
    const indexShards = { count, before: count, from: new Date(0).toISOString() }
    await transact(table, [settingsUpdate('test', { indexShards })])
    for (const shard of shards) {
      const id = newId('checkoutSession', new Date(), randomBytes)
      await transact(table, [sessionCreation(aSession({ id, shard }), dueLater())])
    }
    const run = serve(config)
    const invoked: unknown[] = []
    /** The scheduled run, with Lambda in its place. */
    const scheduled = (invoke: () => ReturnType<typeof accepted>) =>
      aroundAwsCalls(
        async ({ operation, body }, send) => {
          if (operation !== '') return send()
          invoked.push(JSON.parse(body))
          return invoke()
        },
        () => run({ mode: 'test' }, lambdaContext()),
      )
    return { run, scheduled, invoked }
  }

  it('are scanned in five invocations, both modes’ reservation, although there are 16 shards', async () => {
    logLines()
    const all = Array.from({ length: 16 }, (_, shard) => shard || undefined)
    const { run, scheduled, invoked } = await someShards(16, all)
    expect(await scheduled(accepted)).toMatchObject({ open: 4 })
    expect(invoked).toHaveLength(4)
    const { reserved } = planConcurrency(1000)
    expect(reserved['reconcile']).toBe(modes.length * (invoked.length + 1))
    const others = await Promise.all(invoked.map((event) => run(event, lambdaContext())))
    expect(others).toEqual(Array.from({ length: 4 }, () => expect.objectContaining({ open: 3 })))
    expect(invoked).toHaveLength(4)
  })

  it('are scanned in the first although another can’t be started', async () => {
    const { lines } = logLines()
    const { scheduled } = await someShards(3, [undefined, 1, 1, 2, 2, 2])
    const refused = () => {
      throw Object.assign(new Error('Rate exceeded'), { name: 'TooManyRequestsException' })
    }
    expect(await scheduled(refused)).toMatchObject({ open: 1 })
    expect(lines()).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ message: 'reconcile' })]),
    )
  })
})

describe('what is late in live mode', () => {
  /** The works that a round calls overdue, and by how many minutes. */
  const overdue = async (prepare: (table: Table) => Promise<unknown>, mode: Mode = 'live') => {
    const { table, config } = await serviceFunctions()
    await prepare(table)
    const written = logLines()
    await serve(config)({ mode }, lambdaContext())
    const late = written.lines().filter(({ message }) => message === 'work is overdue')
    return late.map(({ work, OverdueSeconds }) => [work, Math.floor(Number(OverdueSeconds) / 60)])
  }
  const closed = (table: Table, closedAt: Date) =>
    transact(table, [closedAddressCreation(aSession({ mode: 'live', closedAt }))])
  const rounds = (table: Table, startedAt: Date, dueAt: Date) =>
    saveClosedRounds(table, 'live', new Map([['31338#recent', { dueAt, startedAt, cursor: null }]]))

  it('is nothing without sessions, however long ago the last round was', async () => {
    expect(await overdue((table) => rounds(table, ago(90_000), ago(89_000)))).toEqual([])
  })

  it('is a round over closed addresses that nobody starts any more', async () => {
    const stopped = async (table: Table) => {
      await closed(table, ago(7200))
      await rounds(table, ago(5400), ago(4800))
    }
    expect(await overdue(stopped)).toEqual([['scans of closed addresses', 70]])
    expect(await overdue(stopped, 'test')).toEqual([])
  })

  it('is the first round over closed addresses, if there never was one', async () => {
    expect(await overdue((table) => closed(table, ago(1800)))).toEqual([
      ['scans of closed addresses', 20],
    ])
    expect(await overdue((table) => closed(table, ago(500)))).toEqual([])
  })

  it('is looked for at the closed addresses at each round while they are late, else in 5 minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { table, config } = await serviceFunctions()
    await closed(table, ago(500))
    const run = serve(config)
    const lateAfter = async (seconds: number) => {
      vi.setSystemTime(Date.now() + seconds * 1000)
      const written = logLines()
      await run({ mode: 'live' }, lambdaContext())
      return written.lines().some(({ message }) => message === 'work is overdue')
    }
    expect(await lateAfter(0)).toBe(false)
    expect(await lateAfter(200)).toBe(false)
    expect(await lateAfter(101)).toBe(true)
    expect(await lateAfter(60)).toBe(true)
  })

  it('is not an address that has just become one of the older ones', async () => {
    const aged = async (table: Table) => {
      await closed(table, ago(27 * 3600))
      await rounds(table, ago(300), dueLater())
    }
    expect(await overdue(aged)).toEqual([])
  })

  it('is a delivery that was not attempted, although it keeps being queued', async () => {
    const unsent = async (table: Table) => {
      const endpoint = { id: 'we_1', mode: 'live', active: true } as const
      const delivery = await saveDelivery(table, { endpoint, at: ago(1500) }, randomBytes)
      await replaceDelivery(table, { delivery: requeued(delivery, new Date()), from: 1 })
    }
    expect(await overdue(unsent)).toEqual([['webhook deliveries', 15]])
  })

  it('is a session that was due and not scanned', async () => {
    const lock = { ...aSession().lock, chainId: 31338 }
    const due = (seconds: number) => (table: Table) =>
      transact(table, [sessionCreation(aSession({ mode: 'live', lock }), ago(seconds))])
    expect(await overdue(due(1500))).toEqual([['scans of open addresses', 15]])
    const unread = async (table: Table) => {
      const indexShards = { count: 3, before: 3, from: new Date(0).toISOString() }
      await transact(table, [settingsUpdate('live', { indexShards })])
      const session = aSession({ mode: 'live', lock, shard: 2 })
      await transact(table, [sessionCreation(session, ago(1500))])
    }
    expect(await overdue(unread)).toEqual([['scans of open addresses', 15]])
    expect(await overdue(due(500))).toEqual([])
  })
})
