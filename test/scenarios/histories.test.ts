import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { assetsOf } from '../../shared/chain/chains.ts'
import {
  type CheckoutSession,
  isFulfillable,
  type PriceLock,
} from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { isSameAsset } from '../../shared/payments/checkout-sessions/rules/session-terms.ts'
import { loadUnmatchedDeposits } from '../../shared/payments/ledger/store/unmatched-deposits.ts'
import { eventsOfSession } from '../../shared/records/outbox/store/events.ts'
import { blockSeconds } from '../chain-fixture.ts'
import { aSession } from '../factories.ts'
import type { EngineHarness } from './engine-harness.ts'
import { usdcLock } from './paying.ts'
import { withEngine } from './with-engine.ts'

const seed = 20260301
const histories = 20
/** 25 USD at 2,500 USD for one ETH. */
const fullOf = { ETH: 10n ** 16n, USDC: 25_000_000n } as const
const nativeLock: PriceLock = {
  chainId: 31337,
  asset: 'ETH',
  tokenAddress: null,
  decimals: 18,
  unitPriceUsd: '2500',
  amountBase: fullOf.ETH,
  expiresAt: new Date(0),
}

let engine: EngineHarness
/** The seed of the current history. */
let txHashes: string[] = []

class Crash extends Error {}

/** The table call of a step at which the process dies, and whether it still took effect. */
type Fault = { call: number; done: boolean }
let fault: Fault | undefined

withEngine(
  async (started) => {
    // Decided soon, so that reorgs also come after the end.
    engine = started
    engine.useNodes(engine.chain.rpcUrl)
    // Deeper than any reorg.
    await engine.mine(12)
    engine.table.client.middlewareStack.add(
      (next) => async (args) => {
        const dies = fault && fault.call-- === 0 ? fault : undefined
        if (dies && !dies.done) throw new Crash('before the table call')
        const result = await next(args)
        if (dies) throw new Crash('after the table call')
        return result
      },
      { step: 'finalizeRequest', name: 'crash' },
    )
  },
  { settings: { recheckDelaySeconds: 20 } },
)

/** The earlier balances of both addresses, in quarters of the amount due. */
const oldMoney = fc.record({
  ETH: fc.integer({ min: 0, max: 5 }),
  USDC: fc.integer({ min: 0, max: 5 }),
})
type OldMoney = typeof oldMoney extends fc.Arbitrary<infer M> ? M : never
let held: OldMoney = { ETH: 0, USDC: 0 }
let addresses = 0

/** Two concurrent sessions: one begins in the native coin, one in USDC. */
const who = fc.integer({ min: 0, max: 1 })
const upTo = (max: number) => fc.integer({ min: 1, max })

/** Events on the chain, and how the service then scans: not at all, repeatedly, or crashing. */
const happenings = {
  pay: fc.record({ kind: fc.constant('pay' as const), who, quarters: upTo(4) }),
  payWrongly: fc.record({ kind: fc.constant('payWrongly' as const), who, quarters: upTo(4) }),
  /** An asset is chosen, at the current price. */
  choose: fc.record({
    kind: fc.constant('choose' as const),
    who,
    asset: fc.constantFrom('ETH' as const, 'USDC' as const),
    ethUsd: fc.constantFrom('2000', '2500'),
  }),
  mine: fc.record({ kind: fc.constant('mine' as const), blocks: upTo(8) }),
  reorg: fc.record({ kind: fc.constant('reorg' as const), depth: upTo(5) }),
  jump: fc.record({
    kind: fc.constant('jump' as const),
    seconds: fc.integer({ min: -900, max: 4000 }),
  }),
}
const looks = {
  /** Also stands for a lost notification. */
  none: fc.record({ kind: fc.constant('none' as const) }),
  scans: fc.record({
    kind: fc.constant('scans' as const),
    times: upTo(3),
    /** Scans as pages, queue and timers do. */
    atOnce: fc.boolean(),
  }),
  notifications: fc.record({ kind: fc.constant('notifications' as const), times: upTo(3) }),
  round: fc.record({ kind: fc.constant('round' as const) }),
  crash: fc.record({
    kind: fc.constant('crash' as const),
    call: fc.integer({ min: 0, max: 6 }),
    done: fc.boolean(),
  }),
}
const step = fc.record({
  happening: fc.oneof(
    { weight: 6, arbitrary: happenings.pay },
    { weight: 1, arbitrary: happenings.payWrongly },
    { weight: 4, arbitrary: happenings.choose },
    { weight: 5, arbitrary: happenings.mine },
    { weight: 4, arbitrary: happenings.reorg },
    { weight: 1, arbitrary: happenings.jump },
  ),
  look: fc.oneof(
    { weight: 1, arbitrary: looks.none },
    { weight: 2, arbitrary: looks.scans },
    { weight: 2, arbitrary: looks.notifications },
    { weight: 1, arbitrary: looks.round },
    { weight: 1, arbitrary: looks.crash },
  ),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** After the decision: further payments, and reorgs of the paid blocks. */
const afterwards = fc.array(
  fc.oneof(happenings.pay, happenings.payWrongly, happenings.reorg, happenings.mine),
  { maxLength: 4 },
)

async function happen(
  sessions: readonly CheckoutSession[],
  happening: Step['happening'],
): Promise<void> {
  switch (happening.kind) {
    case 'pay':
    case 'payWrongly':
      await pay(sessions[happening.who], happening)
      return engine.mine()
    case 'choose':
      return choose(sessions[happening.who], happening)
    case 'mine':
      return engine.mine(happening.blocks)
    case 'reorg':
      return engine.reorg(happening.depth)
    case 'jump':
      return engine.passSeconds(happening.seconds)
  }
}

async function lookAt(sessions: readonly CheckoutSession[], look: Step['look']): Promise<void> {
  switch (look.kind) {
    case 'none':
      return
    case 'scans':
      return scanAll(sessions, look)
    case 'notifications':
      // All transactions so far, newest first, for both sessions, and an unknown one.
      for (let time = 0; time < look.times; time++) {
        const named = [`0x${'ab'.repeat(32)}`, ...txHashes.toReversed()]
        await Promise.all(sessions.map((session) => engine.scan(session, named)))
      }
      return
    case 'round':
      return expect((await engine.reconcile()).failures).toEqual([])
    case 'crash':
      for (const session of sessions) await crashingScan(session, look)
  }
}

async function scanAll(
  sessions: readonly CheckoutSession[],
  { times, atOnce }: { times: number; atOnce: boolean },
): Promise<void> {
  const scan = () => Promise.all(sessions.map((session) => engine.scan(session)))
  if (atOnce) await Promise.all(Array.from({ length: times }, scan))
  else for (let time = 0; time < times; time++) await scan()
}

type Payment = { kind: 'pay' | 'payWrongly'; quarters: number }

/** Pays in the current asset, or in the other one. */
async function pay(session: CheckoutSession | undefined, payment: Payment): Promise<void> {
  if (!session) return
  const isInUsdc = (session.lock.tokenAddress !== null) === (payment.kind === 'pay')
  const send = isInUsdc ? engine.payUsdc : engine.pay
  const terms = [session, ...session.otherTerms.toReversed()]
  const asked = terms.find(({ lock }) => (lock.tokenAddress !== null) === isInUsdc)
  const full = asked?.lock.amountBase ?? (isInUsdc ? fullOf.USDC : fullOf.ETH)
  txHashes.push(await send(session, (full / 4n) * BigInt(payment.quarters)))
}

/** The page requests a scan as soon as it shows another asset. */
async function choose(
  session: CheckoutSession | undefined,
  { asset, ethUsd }: { asset: string; ethUsd: string },
): Promise<void> {
  if (!session) return
  engine.setEthPrice(ethUsd)
  const refused = /a payment was seen|was changed/
  await engine.choose(session.id, asset).catch((error) => expect(error.message).toMatch(refused))
  await engine.scan(session)
}

async function crashingScan(session: CheckoutSession, { call, done }: Fault): Promise<void> {
  fault = { call, done }
  await engine.scan(session).catch((error) => expect(error).toBeInstanceOf(Crash))
  fault = undefined
}

/** At addresses that another instance with the same mnemonic used. */
async function openSessions(): Promise<CheckoutSession[]> {
  const locks = [nativeLock, usdcLock(fullOf.USDC)]
  const places = locks.map((lock) => {
    addresses += 1
    return { lock, address: `0x${'e'.repeat(8)}${addresses.toString(16).padStart(32, '0')}` }
  })
  for (const { address } of places) {
    if (held.ETH) await engine.pay(aSession({ address }), heldBase(null))
    if (held.USDC) await engine.payUsdc(aSession({ address }), heldBase('USDC'))
  }
  await engine.mine()
  // Earlier than the clock can jump, since its time distinguishes it from new money, and deeper than any reorg.
  await engine.mineAfter(100_000)
  await engine.mine(7)
  const opening = places.map((place) => engine.openSession({ ...place, assetSelected: false }))
  return Promise.all(opening)
}

function heldBase(tokenAddress: string | null): bigint {
  const asset = tokenAddress === null ? 'ETH' : 'USDC'
  return (fullOf[asset] / 4n) * BigInt(held[asset])
}

/** The amount that a session received up to a block: the node's balance minus the earlier balance. */
async function cameBy(
  session: CheckoutSession,
  block: bigint,
  { tokenAddress }: Pick<PriceLock, 'tokenAddress'> = session.lock,
): Promise<bigint> {
  return (await engine.balanceAt(session, block, { tokenAddress })) - heldBase(tokenAddress)
}

/** The last block not after a time. */
async function lastBlockUntil(time: Date): Promise<bigint> {
  let [low, high] = [0n, await engine.chain.node.getBlockNumber()]
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    const { timestamp } = await engine.chain.node.getBlock({ blockNumber: middle })
    if (Number(timestamp) * 1000 <= time.getTime()) low = middle
    else high = middle - 1n
  }
  return low
}

/** Invariants after a step, given the session before it. */
async function check(before: CheckoutSession): Promise<CheckoutSession> {
  const after = await engine.load(before)
  if (before.closedAt) {
    // Each further deposit is one event, and nothing else changes.
    const { version, sequence } = after
    expect(after).toEqual({ ...before, version, sequence })
    await engine.recheckClosed(after)
    await checkEveryUnit(after)
    return after
  }
  await checkEvents(before, after)
  if (after.version === before.version) return after
  await checkLedger(after)
  await checkJudgement(before, after)
  return after
}

/** Each change of status is one event, with the next number; nothing else is an event. */
async function checkEvents(before: CheckoutSession, after: CheckoutSession): Promise<void> {
  const listed = await eventsOfSession(engine.table, after.mode, after.id)
  // Their ids depend on a clock that this test sets back.
  const events = listed.toSorted((a, b) => sequenceOf(a) - sequenceOf(b))
  expect(events.map(sequenceOf)).toEqual(events.map((_, index) => index + 1))
  expect(after.sequence).toBe(events.length)
  const hasEvent = after.status !== before.status
  expect(after.sequence - before.sequence).toBe(hasEvent ? 1 : 0)
  if (hasEvent) expect(events.at(-1)?.type).toBe(`session.${after.status}`)
}

function sequenceOf({ data }: { data: Record<string, unknown> }): number {
  return Number(data['sequence'])
}

/** Nothing is mined between a write and this check, so the stored state must match the chain. */
async function checkLedger(session: CheckoutSession): Promise<void> {
  const noted = await engine.transfersOf(session)
  // Records of an asset that is no longer selected are kept until the session is closed.
  const standing = noted.filter((t) => !t.orphaned && isSameAsset(t, session.lock))
  const recorded = standing.reduce((sum, { amountBase }) => sum + amountBase, 0n)
  const head = await engine.chain.node.getBlockNumber()
  // What closes a session is confirmed; what is seen above it is an unmatched deposit, once confirmed.
  const unconfirmed = session.closedAt ? session.confirmationsRequired - 1 : 0
  expect(session.received.seenBase).toBe(await cameBy(session, head - BigInt(unconfirmed)))
  expect(recorded).toBe(session.received.seenBase)
}

async function checkJudgement(before: CheckoutSession, after: CheckoutSession): Promise<void> {
  const { lock, confirmationsRequired, lateUntil } = after
  const head = await engine.chain.node.getBlockNumber()
  const confirmed = await cameBy(after, head - BigInt(confirmationsRequired) + 1n)
  if (after.status !== before.status) {
    if (isFulfillable(after.status)) expect(confirmed).toBeGreaterThanOrEqual(lock.amountBase)
    if (after.status === 'paid') expect(confirmed).toBe(lock.amountBase)
    if (after.status === 'underpaid') expect(confirmed).toBeLessThan(lock.amountBase)
    if (after.status === 'failed') expect(confirmed).toBe(0n)
  }
  if (!after.closedAt || isFulfillable(after.status)) return
  const inWindow = await cameBy(after, await lastBlockUntil(lateUntil))
  expect(inWindow).toBeLessThan(lock.amountBase)
  if (after.status === 'expired') await checkNothingInTime(after)
}

/** For all earlier terms: had they been paid in time, the session would not have expired. */
async function checkNothingInTime(session: CheckoutSession): Promise<void> {
  for (const { lock, expiresAt } of session.otherTerms) {
    expect(await cameBy(session, await lastBlockUntil(expiresAt), lock)).toBe(0n)
  }
}

/** An asset may have been chosen while our clock was ahead of the chain's. */
async function blocksUntilOver(sessions: readonly CheckoutSession[]): Promise<number> {
  const { timestamp } = await engine.chain.node.getBlock()
  const ends = sessions.flatMap((s) => [s, ...s.otherTerms]).map(({ lateUntil }) => lateUntil)
  const aheadMs = Math.max(...ends.map(Number)) - Number(timestamp) * 1000
  return Math.max(1, Math.ceil(aheadMs / (blockSeconds * 1000)))
}

/** Passes every deadline, until nothing is pending. */
async function close(sessions: readonly CheckoutSession[]): Promise<CheckoutSession[]> {
  let states = [...sessions]
  for (let round = 0; round < 6 && states.some(({ closedAt }) => !closedAt); round++) {
    // Money that left the chain fails by a block past the hour, which clock jumps delay.
    if (round > 2) await engine.mineAfter(8000)
    await engine.mine(round ? 7 : await blocksUntilOver(states))
    expect((await engine.reconcile()).failures).toEqual([])
    states = await Promise.all(states.map(check))
  }
  for (const { closedAt } of states) expect(closedAt).not.toBeNull()
  return states
}

/** Every confirmed unit of every asset is in a counted transfer, or in an unmatched deposit. */
async function checkEveryUnit(session: CheckoutSession): Promise<void> {
  const { mode, id, status, lock, lateUntil, confirmationsRequired } = session
  const head = await engine.chain.node.getBlockNumber()
  const confirmed = head - BigInt(confirmationsRequired) + 1n
  const deposits = await loadUnmatchedDeposits(engine.table, { mode, sessionId: id })
  const counted = (await engine.transfersOf(session))
    .filter(({ orphaned, blockTime }) => !orphaned && blockTime <= lateUntil)
    // An expired session has no payment.
    .filter(() => status !== 'expired')
    .map(({ tokenAddress, amountBase }) => ({ tokenAddress, amountBase }))
  expect(counted.every(({ tokenAddress }) => tokenAddress === lock.tokenAddress)).toBe(true)
  for (const asset of assetsOf(engine.chain.chain)) {
    const known = [...counted, ...deposits].filter((d) => d.tokenAddress === asset.tokenAddress)
    const sum = known.reduce((total, { amountBase }) => total + amountBase, 0n)
    expect(sum, asset.symbol).toBe(await engine.balanceAt(session, confirmed, asset))
  }
}

it('no history of payments, asset choices, notifications, reorgs, crashes and clock jumps breaks an invariant', async () => {
  const history = fc.array(step, { minLength: 6, maxLength: 14 })
  const property = fc.asyncProperty(oldMoney, history, afterwards, async (before, taken, later) => {
    await engine.mine()
    txHashes = []
    held = before
    let states = await openSessions()
    for (const { happening, look } of taken) {
      await happen(states, happening)
      await lookAt(states, look)
      states = await Promise.all(states.map(check))
    }
    const closed = await close(states)
    for (const happening of later) await happen(closed, happening)
    await Promise.all(closed.map(check))
  })
  await fc.assert(property, { seed, numRuns: histories, endOnFailure: true })
}, 400_000)
