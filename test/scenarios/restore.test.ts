import { getAddress } from 'viem'
import { expect, it } from 'vitest'
import { callingOperator } from '../../infra/operate/call-operator.ts'
import { operate } from '../../infra/operate/operate.ts'
import { OperateError } from '../../infra/operate/operate-error.ts'
import { movedDataWrite } from '../../shared/admin/moving/store/moved-data.ts'
import { pageAuditEntries } from '../../shared/kernel/store/audit-log.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import {
  findPayoutWallet,
  payoutWalletCreation,
} from '../../shared/money/payout-wallets/store/payout-wallets.ts'
import { loadCheckoutSession } from '../../shared/payments/checkout-sessions/store/sessions.ts'
import { allHoldings } from '../../shared/payments/holdings/store/holdings.ts'
import { findAddresses } from '../../shared/payments/ledger/store/addresses.ts'
import {
  derivationStart,
  nextDerivationIndex,
} from '../../shared/payments/wallet/store/derivation-counter.ts'
import {
  findIntegration,
  integrationWrite,
} from '../../shared/records/integrations/store/integrations.ts'
import { loadStoredSettings, settingsUpdate } from '../../shared/records/settings/store/settings.ts'
import { otherPayer } from '../chain-fixture.ts'
import { sealedText } from '../webhook-fixture.ts'
import { type EngineHarness, engineHarness } from './engine-harness.ts'
import { restoreFunctions } from './restore-functions.ts'

/** Cheap to derive: a search reads tens of thousands. */
const addressAt = (index: number) => getAddress(`0x4242${index.toString(16).padStart(36, '0')}`)

/** The table as an hour ago: five sessions had addresses. The terminal may die at any call. */
async function restored() {
  const engine = await engineHarness()
  const { table } = engine
  await transact(table, [derivationStart(table, 'test', 5)])
  const functions = await restoreFunctions(engine, addressAt)
  functions.set('operator-check-session-now', async () => checkSession())
  const calls: string[] = []
  let checkSession = async (): Promise<unknown> => ({})
  const run = (args: readonly string[], diesAt = Number.POSITIVE_INFINITY) => {
    let left = diesAt
    const call = callingOperator(async (name, payload) => {
      if (left-- === 0) throw new Error('the terminal died')
      calls.push(name)
      return JSON.parse(JSON.stringify(await functions.get(name)?.(payload)))
    })
    return operate(async () => call, ['restore', ...args, '--mode', 'test'])
  }
  const failChecks = () => {
    checkSession = async () => {
      throw new OperateError('the node is down')
    }
  }
  const refuseLists = () => {
    functions.set('operator-list-api-keys', async () => {
      throw new OperateError('You may not invoke operator-list-api-keys.')
    })
  }
  return {
    engine,
    run,
    calls,
    failChecks,
    refuseLists,
    take: () => nextDerivationIndex(table, 'test'),
  }
}

const wei = 10n ** 16n

/** Money of the lost hour: at addresses that this table never assigned. */
async function payLost({ chain, mine }: EngineHarness): Promise<void> {
  await chain.send({ to: addressAt(6), value: wei })
  await chain.mintUsdc(addressAt(9), 2_500_000n)
  await mine(5)
}

it('lists and sweeps money of the lost hour, and uses no address twice', async () => {
  const { engine, run, take } = await restored()
  await payLost(engine)
  const text = await run([])
  expect(text).toMatch(/deposit addresses +5 +10005/)
  expect(text).toContain('2 lost sessions were added')
  expect(text).toContain(
    'New test sessions and changes are accepted again, from deposit address 10009 on.',
  )
  expect(await take()).toBe(10_009)
  await engine.scanClosed()
  expect(await engine.unmatched()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ address: addressAt(6), symbol: 'ETH', amountBase: wei }),
      expect.objectContaining({ address: addressAt(9), symbol: 'USDC', amountBase: 2_500_000n }),
    ]),
  )
  const held = (await Array.fromAsync(allHoldings(engine.table, 'test'))).flat()
  expect(held.map(({ address, dueSince }) => [address, dueSince !== null])).toEqual(
    expect.arrayContaining([
      [addressAt(6), true],
      [addressAt(9), true],
    ]),
  )
  const { items } = await pageAuditEntries(engine.table, { mode: 'test' }, { limit: 10 })
  const actions = ['restore.adopt', 'restore.resume', 'restore.stop']
  expect(items.map(({ action }) => action).toSorted()).toEqual(actions)
})

it('says what it would do, and changes nothing', async () => {
  const { engine, run, calls, take } = await restored()
  await payLost(engine)
  const text = await run(['--dry-run'])
  expect(text).toMatch(/deposit addresses +5 +10005/)
  expect(text).toMatch(/wallet-1 +6 .*0\.01 ETH/)
  expect(text).toContain('Nothing was changed')
  expect(calls).not.toContain('operator-adopt-addresses')
  expect(await findAddresses(engine.table, [addressAt(6), addressAt(9)])).toEqual([])
  expect(await take()).toBe(5)
})

it('ends the same if it dies at any call and is run again', async () => {
  const { engine, run, calls, take } = await restored()
  await payLost(engine)
  for (let diesAt = 0; ; diesAt++) {
    const before = calls.length
    const died = await run([], diesAt).then(
      () => false,
      () => true,
    )
    if (!died) break
    expect(calls.length - before).toBe(diesAt)
    // Until it has ended once, no address is assigned.
    if (diesAt > 0) await expect(take()).rejects.toMatchObject({ code: 'intake_stopped' })
  }
  expect(calls.at(-1)).toBe('operator-resume-intake')
  const lost = await findAddresses(engine.table, [addressAt(6), addressAt(9)])
  expect(lost.map(({ derivationIndex }) => derivationIndex).toSorted()).toEqual([6, 9])
  expect(await take()).toBe(10_009)
})

it('ends although whoever runs it may not list who has access, and says so', async () => {
  const { run, refuseLists, take } = await restored()
  refuseLists()
  expect(await run([])).toContain(
    'Not everything that works again could be listed: You may not invoke operator-list-api-keys. See operators list, keys list and endpoints list.',
  )
  expect(await take()).toBe(10_005)
})

it('stays stopped while a chain cannot be read, unless the owner accepts that', async () => {
  const { engine, run, take } = await restored()
  engine.chain.proxy.intercept(() => ({ error: { code: -32_000, message: 'down' } }))
  expect(await run([])).toContain('New test sessions and changes are still refused.')
  const refusal = { code: 'intake_stopped', retryAfterSeconds: 60 }
  await expect(take()).rejects.toMatchObject(refusal)
  expect(await run(['--accept-unread'])).toContain('are accepted again')
  expect(await take()).toBe(10_005)
})

it('stays stopped while a network that moved data needs is not connected', async () => {
  const { engine, run, take } = await restored()
  const nothing = { wallets: [], notifiers: [], integrations: [], payoutWallets: [] }
  const leftOut = { ...nothing, networks: [{ mode: 'test' as const, chainId: 84532 }] }
  const [begunAt, endedAt] = [engine.clock(), engine.clock()]
  const moved = movedDataWrite({ checksum: 'abc', begunAt, endedAt, leftOut })
  expect(await transact(engine.table, [moved])).toEqual({ committed: true })
  const text = await run([])
  expect(text).toContain(
    'Base Sepolia (84532, test), from deposit address 0 on: it is not connected',
  )
  expect(text).toContain('New test sessions and changes are still refused.')
  await expect(take()).rejects.toMatchObject({ code: 'intake_stopped' })
  expect(await run(['--accept-unread'])).toContain('are accepted again')
})

it('cancels a change of a payout wallet that was pending at the backup', async () => {
  const { engine, run } = await restored()
  const { table, clock } = engine
  const payout = (address: `0x${string}`, hours: number) => {
    const effectiveAt = new Date(clock().getTime() + hours * 3_600_000)
    const set = { setIn: 1, setAt: clock(), atOnce: null }
    return { address, effectiveAt, ...set, sealed: sealedText(address) }
  }
  const [current, next] = [payout(addressAt(1), -48), payout(addressAt(2), 1)]
  const wallet = { mode: 'test', chainId: 31337, current, next, former: [], version: 1 } as const
  await transact(table, [payoutWalletCreation({ ...wallet, sealedState: sealedText('') })])
  const change = `The change of the payout wallet on Local test chain to ${next.address}`
  expect(await run(['--dry-run'])).toContain(`${change} would be canceled`)
  expect((await findPayoutWallet(table, 'test', 31337))?.next).not.toBeNull()
  expect(await run([])).toContain(`${change} is canceled`)
  expect(await findPayoutWallet(table, 'test', 31337)).toMatchObject({
    current: { address: current.address },
    next: null,
  })
})

it('cancels a replacement of a provider’s account that was pending at the backup', async () => {
  const { engine, run } = await restored()
  const { table, clock } = engine
  const account = (number: number, fingerprint: string) => ({
    account: number,
    fingerprint,
    credentials: sealedText(fingerprint),
    wallet: null,
  })
  const next = { ...account(2, 'next'), from: new Date(clock().getTime() + 3_600_000) }
  const of = { mode: 'test', provider: 'coingate' } as const
  const more = { version: 1, isEnabled: true, past: [], setAt: clock() }
  await transact(table, [integrationWrite({ ...of, ...account(1, 'first'), next, ...more }, 0)])
  const change = 'The replacement of the account at CoinGate by next'
  expect(await run(['--dry-run'])).toContain(`${change} would be canceled`)
  expect((await findIntegration(table, 'test', 'coingate'))?.next).not.toBeNull()
  expect(await run([])).toContain(`${change} is canceled`)
  expect(await findIntegration(table, 'test', 'coingate')).toMatchObject({
    fingerprint: 'first',
    next: null,
  })
})

it('only stops new sessions if that is what the owner wants', async () => {
  const { run, take } = await restored()
  expect(await run(['--stop'])).toContain('New test sessions and changes are refused until')
  await expect(take()).rejects.toMatchObject({ code: 'intake_stopped' })
  expect(await run(['--stop'])).toMatch(/deposit addresses +5 +10005/)
  expect(await run(['resume'])).toContain('are accepted, from deposit address 10005 on')
  expect(await take()).toBe(10_005)
})

it('takes the time of the backup from the table, although the shop opened sessions since', async () => {
  const { engine, run } = await restored()
  await payLost(engine)
  const backedUpAt = new Date(engine.clock().getTime() - 3_600_000)
  engine.table.client.middlewareStack.add(
    (next) => async (call) => {
      const done = await next(call)
      const RestoreSummary = { RestoreDateTime: backedUpAt, RestoreInProgress: false }
      if ('Table' in done.output) Object.assign(done.output.Table ?? {}, { RestoreSummary })
      return done
    },
    { step: 'initialize' },
  )
  await engine.openSession()
  await run([])
  const [adopted] = await findAddresses(engine.table, [addressAt(6)])
  expect(await loadCheckoutSession(engine.table, 'test', adopted?.sessionId ?? '')).toMatchObject({
    createdAt: backedUpAt,
  })
})

/** A session that was open at the backup, at an address whose money was moved since. */
async function sweptSince({ chain, clock, mine, openSession }: EngineHarness): Promise<string[]> {
  const { id } = await openSession({ address: otherPayer })
  await chain.mintUsdc(otherPayer, 5_000_000n)
  await chain.payUsdc(addressAt(99_999), 2_500_000n, otherPayer)
  const since = clock().toISOString()
  await mine(5)
  return ['--since', since, id]
}

it('stays stopped while a swept session cannot be checked, unless the owner accepts that', async () => {
  const { engine, run, failChecks } = await restored()
  const [option = '', since = '', id = ''] = await sweptSince(engine)
  failChecks()
  const text = await run([option, since])
  expect(text).toContain(`2.5 USDC was swept from ${id} in 0x`)
  expect(text).toContain(`${id} could not be checked: the node is down`)
  expect(text).toContain('New test sessions and changes are still refused.')
  expect(await run([option, since, '--accept-unread'])).toContain('are accepted again')
})

it('searches all pages for sweeps', async () => {
  const { engine, run } = await restored()
  const [option = '', since = '', id = ''] = await sweptSince(engine)
  await engine.openSessions(110, () => ({}))
  expect(await run(['sweeps', option, since])).toContain(`2.5 USDC was swept from ${id} in 0x`)
  const newest = new Date(engine.clock().getTime() + 86_400_000).toISOString()
  expect(await run(['sweeps', option, newest])).toBe('No sweep was lost.')
})

it('accepts changes again if the backup has only their stop', async () => {
  const { engine, run, take } = await restored()
  const intakeStoppedAt = engine.clock().toISOString()
  await transact(engine.table, [settingsUpdate('test', { intakeStoppedAt, tableName: 'lost' })])
  expect(await run(['resume'])).toContain('are accepted')
  const { name: tableName } = engine.table
  const stored = await loadStoredSettings(engine.table, 'test')
  expect([stored.intakeStoppedAt, stored.tableName]).toEqual([undefined, tableName])
  expect(await take()).toBe(5)
})
