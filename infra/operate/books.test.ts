import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { serve } from '../../functions/schedules/audit-books.ts'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import { newId } from '../../shared/kernel/ids.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import type { Difference } from '../../shared/money/books/rules/difference.ts'
import { saveFinding } from '../../shared/money/books/store/book-findings.ts'
import { loadBookOrder, saveRounds } from '../../shared/money/books/store/book-rounds.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { sessionCreation } from '../../shared/payments/checkout-sessions/store/sessions.ts'
import { startTestChain } from '../../test/chain-fixture.ts'
import { aSession } from '../../test/factories.ts'
import { nowhere } from '../../test/local-aws.ts'
import { startNodeProxy } from '../../test/node-proxy.ts'
import type { NodesByChain } from '../../test/saved-networks.ts'
import { seededBytes } from '../../test/seeded-bytes.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { lambdasOf, terminal } from '../../test/terminal.ts'

const endedAt = new Date()
const hash = `0x${'ab'.repeat(32)}`

let chain: Awaited<ReturnType<typeof startTestChain>>

beforeAll(async () => {
  chain = await startTestChain()
})
afterAll(() => chain.stop())

async function fixture(nodes: NodesByChain = { 31337: [chain.rpcUrl] }) {
  const { table, config } = await serviceFunctions({}, nodes)
  return { table, worker: serve(config), ...terminal(lambdasOf(config)) }
}

type Fixture = Awaited<ReturnType<typeof fixture>>

function roundEnded({ table }: Fixture, at: Date): Promise<void> {
  const period = { from: at, to: at, startedAt: at, finishedAt: at, audited: 12 }
  const daily = { kind: 'daily', ...period } as const
  return saveRounds(table, 'test', {
    chainId: 31337,
    round: null,
    ordered: null,
    problem: null,
    daily,
  })
}

const differences: Difference[] = [
  { kind: 'nonce', tokenAddress: null, said: 1n, shown: 2n, txHash: null },
  {
    kind: 'unnamed',
    tokenAddress: localAddresses.testUsdc.toLowerCase(),
    said: 0n,
    shown: 12_500_000n,
    txHash: hash,
  },
]

const found = ({ table }: Fixture, what = differences) =>
  saveFinding(table, 'test', {
    chainId: 31337,
    sessionId: 'cs_1',
    address: '0x1',
    firstSeenAt: endedAt,
    checkAt: endedAt,
    reportedAt: endedAt,
    differences: what,
  })

/** A session of 9 March that nobody paid. */
async function claimedToBePaid({ table }: Fixture): Promise<CheckoutSession> {
  const createdAt = new Date('2026-03-09T10:00Z')
  const received = { seenBase: 5n, confirmedBase: 5n, confirmations: 3 }
  const id = newId('checkoutSession', createdAt, seededBytes('books'))
  const session = aSession({ id, createdAt, status: 'paid', closedAt: createdAt, received })
  await transact(table, [sessionCreation(session, session.expiresAt)])
  return session
}

/** An order, which a run of the function serves as soon as it is in the table. */
async function audit({ run, table, worker }: Fixture, ...args: string[]): Promise<string> {
  const before = await loadBookOrder(table, 'test')
  const ordered = run('audit-books', '--mode', 'test', ...args)
  const served = (async () => {
    const isThere = async () =>
      (await loadBookOrder(table, 'test'))?.requestedAt.getTime() !== before?.requestedAt.getTime()
    while (!(await isThere())) await setTimeout(20)
    await worker({ mode: 'test' })
  })()
  const [text] = await Promise.allSettled([ordered, served])
  return text.status === 'fulfilled' ? text.value : String(text.reason.message)
}

it('shows when the books were compared last, in the terminal and in Doctor', async () => {
  const instance = await fixture()
  const { run } = instance
  expect(await run('books', '--mode', 'test')).toContain('not compared yet')
  expect(await run('health', '--mode', 'test')).toContain('not been compared with a chain yet')
  await roundEnded(instance, endedAt)
  expect(await run('books', '--mode', 'test')).toContain(
    `no difference is known, last compared at ${endedAt.toISOString()}.`,
  )
  expect(await run('health', '--mode', 'test')).toContain(
    `ok       Books: They agree with the chains, last compared at ${endedAt.toISOString()}. Addresses read: 12.`,
  )
  await roundEnded(instance, new Date(endedAt.getTime() - 51 * 3_600_000))
  expect(await run('health', '--mode', 'test')).toMatch(
    /WARNING {2}Books on Local test chain: They were last compared with the chain at/,
  )
})

it('names each difference with its transaction', async () => {
  const instance = await fixture()
  await roundEnded(instance, endedAt)
  await found(instance)
  const lines = (await instance.run('books', '--mode', 'test')).split('\n')
  expect(lines[0]).toContain('the books of 1 address differ from the chain')
  expect(lines.slice(1)).toEqual([
    expect.stringMatching(/^ {2}0x1 of cs_1 \(diff_\w+\)$/),
    '    the address sent 2 transactions, of which 1 are known',
    `    12.5 USDC left in a transaction that no sweep names (${hash})`,
  ])
  expect(await instance.run('health', '--mode', 'test')).toContain(
    `PROBLEM  Books on Local test chain: They differ from the chain at 0x1. Addresses in all: 1.`,
  )
})

describe('a difference that its owner can explain', () => {
  async function shown({ run }: Fixture): Promise<string> {
    return /diff_\w+/.exec(await run('books', '--mode', 'test'))?.[0] ?? ''
  }

  it('is no longer reported, until that is withdrawn', async () => {
    const instance = await fixture()
    const { run } = instance
    await roundEnded(instance, endedAt)
    await found(instance)
    const id = await shown(instance)
    const note = 'Somebody else submitted our authorization: 12.5 USDC are in the payout wallet.'
    expect(await run('acknowledge-difference', id, '--note', note)).toContain(
      '0x1: acknowledged. You are notified again if anything of the difference changes.',
    )
    expect(await run('health', '--mode', 'test')).toContain('ok       Books: They agree')
    const listed = (await run('books', '--mode', 'test')).split('\n')
    expect(listed[0]).toContain('no difference is known')
    expect(listed[0]).toContain('Acknowledged: 1 address.')
    expect(listed.slice(1, 3)).toEqual([`  0x1 of cs_1 (${id})`, `    acknowledged: ${note}`])
    expect(await run('audit', 'list', '--mode', 'test')).toMatch(
      new RegExp(`books\\.acknowledge +cs_1 .*${note}`),
    )
    expect(await run('acknowledge-difference', id, '--withdraw')).toContain('it is reported again')
    expect(await run('health', '--mode', 'test')).toContain('They differ from the chain at 0x1.')
    expect(await run('audit', 'list', '--mode', 'test')).toContain('books.report-again')
  })

  it('is reported again once anything of it changes', async () => {
    const instance = await fixture()
    await found(instance)
    const id = await shown(instance)
    await instance.run('acknowledge-difference', id, '--note', 'explained')
    await found(
      instance,
      differences.map((one) => ({ ...one, shown: one.shown + 1n })),
    )
    expect(await instance.run('health', '--mode', 'test')).toContain('They differ from the chain')
    await expect(instance.run('acknowledge-difference', id, '--note', 'explained')).rejects.toThrow(
      `Nothing differs as ${id} says. It may differ in another way now. To see what does: npm run operate -- books.`,
    )
  })

  it('needs an explanation', async () => {
    const instance = await fixture()
    await found(instance)
    const id = await shown(instance)
    for (const note of [[], ['--note', '  ']]) {
      await expect(instance.run('acknowledge-difference', id, ...note)).rejects.toThrow(
        /note.*must say why nothing is wrong/,
      )
    }
  })
})

it('compares a period on order, and fails if the books differ', async () => {
  const instance = await fixture()
  const session = await claimedToBePaid(instance)
  await chain.mine(3)
  expect(await audit(instance, '--to', '2026-03-08')).toBe(
    'Local test chain: the books agree with the chain (0 addresses read).',
  )
  const text = await audit(instance, '--from', '2026-03-09', '--to', '2026-03-09')
  expect(text.split('\n')).toEqual([
    'Local test chain: the books of 1 address differ from the chain (1 addresses read).',
    expect.stringContaining(`  ${session.address} of ${session.id} (diff_`),
    expect.stringMatching(/^ {4}counted for the session or as unmatched: .* the chain shows 0 /),
  ])
})

it('says why it can not be done now', async () => {
  const instance = await fixture({ 31337: [nowhere] })
  await claimedToBePaid(instance)
  // An earlier round's problem doesn't make it give up.
  const before = { chainId: 31337, round: null, daily: null, ordered: null, problem: 'before' }
  await saveRounds(instance.table, 'test', before)
  const text = await audit(instance)
  expect(text).toMatch(/Local test chain: chain 31337: .* It is continued every five minutes/)
})

it('gets on while the clock is moved, as by the operating system', async () => {
  const proxy = startNodeProxy(chain.rpcUrl)
  onTestFinished(proxy.stop)
  const instance = await fixture({ 31337: [proxy.rpcUrl] })
  await claimedToBePaid(instance)
  await chain.mine(3)
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  proxy.intercept(() => void vi.setSystemTime(Date.now() + 300_000))
  expect(await audit(instance, '--from', '2026-03-09', '--to', '2026-03-09')).toContain(
    'Local test chain: the books of 1 address differ from the chain (1 addresses read).',
  )
})

it.each([
  [['--from', '2026-03-02', '--to', '2026-03-01'], 'The last day is before the first one.'],
  [['--from', '2999-01-01'], 'The first day is in the future.'],
  [['--to', '2999-01-01'], 'The last day is in the future.'],
  [['--from', 'March'], 'from'],
])('refuses %j', async (args, why) => {
  const { run } = await fixture()
  await expect(run('audit-books', ...args)).rejects.toThrow(why)
})
