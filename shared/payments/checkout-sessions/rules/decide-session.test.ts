import { describe, expect, it } from 'vitest'
import { aSession, counted, later, policy, transfersCounted } from '../../../../test/factories.ts'
import type { CheckoutSession, PriceLock, Terms } from './checkout-session.ts'
import { decideSession, type SessionDecision, type SessionFact } from './decide-session.ts'

const full = 1_000_000n

function decide(
  session: CheckoutSession,
  fact: SessionFact,
  { at = 10, ...changes }: { at?: number } & Partial<typeof policy> = {},
): SessionDecision {
  return decideSession(session, fact, { now: later(at), policy: { ...policy, ...changes } })
}

/** A session whose payment was first seen after 10 s. */
const detected = aSession({ status: 'detected', sequence: 1, firstSeenAt: later(10) })
const confirmed = (onTime: bigint, late = 0n, afterWindow = 0n) =>
  transfersCounted({
    headTime: later(80),
    seen: counted(onTime, late, afterWindow),
    confirmed: counted(onTime, late, afterWindow),
    confirmations: 3,
    txHash: '0xaa',
  })

/** The terms of `aSession`, in another coin or at another price. */
function terms(changes: Partial<PriceLock>, expiresAt = later(300)): Terms {
  const { lock } = aSession()
  const lateUntil = new Date(expiresAt.getTime() + 600_000)
  return {
    lock: { ...lock, expiresAt, ...changes },
    expiresAt,
    lateUntil,
    confirmationsRequired: 3,
  }
}

describe('under several terms', () => {
  const earlier = terms({ asset: 'USDC', tokenAddress: '0x01', amountBase: 25n }, later(200))
  const cheaper = terms({ amountBase: full - 10n }, later(250))
  const session = aSession({ otherTerms: [earlier, cheaper] })
  const counting = (lock: PriceLock, onTime: bigint, late = 0n) =>
    transfersCounted({ lock, headTime: later(400), seen: counted(onTime, late), txHash: '0xaa' })

  it('money in time for another selects it, with its times, and leaves the present one open', () => {
    const { session: after, events } = decide(session, counting(earlier.lock, 25n))
    expect(events).toEqual(['session.detected'])
    expect(after).toMatchObject({ status: 'detected', ...earlier, txHash: '0xaa' })
    expect(after.otherTerms).toEqual([cheaper, terms({})])
  })

  it('money that is late for another changes nothing', () => {
    expect(decide(session, counting(earlier.lock, 0n, 25n)).changed).toBe(false)
  })

  it('a count of what was never asked for changes nothing', () => {
    const others = [terms({ amountBase: 7n }), terms({ chainId: 1 }), terms({}, later(299))]
    for (const { lock } of others) {
      expect(decide(session, counting(lock, full)).changed).toBe(false)
    }
  })

  it('once money is seen, another asset may still turn out to be paid; its delay begins then', () => {
    const seen = aSession({ ...detected, vanishedAt: later(20), otherTerms: [earlier] })
    const { session: after, events } = decide(seen, counting(earlier.lock, 25n), { at: 90 })
    expect(events).toEqual([])
    const begins = { status: 'detected', firstSeenAt: later(90), vanishedAt: null, txHash: '0xaa' }
    expect(after).toMatchObject({ ...begins, ...earlier })
  })

  it('nothing else is selected after a decision that top-ups do not change', () => {
    const quorumBlock = aSession({
      ...detected,
      status: 'underpaid',
      otherTerms: [earlier, cheaper],
    })
    for (const { lock } of [earlier, cheaper]) {
      expect(decide(quorumBlock, counting(lock, full), { acceptTopUps: false }).changed).toBe(false)
    }
  })

  it('the same money may still turn out to be what was asked for at another price', () => {
    const seen = aSession({ ...detected, otherTerms: [cheaper] })
    const { session: after } = decide(seen, counting(cheaper.lock, full - 10n), { at: 20 })
    expect(after).toMatchObject({ status: 'detected', ...cheaper, firstSeenAt: later(10) })
  })

  it('it expires once none of them can be paid in time', () => {
    const long = aSession({ otherTerms: [terms({ amountBase: 7n }, later(900))] })
    const none = (seconds: number) => transfersCounted({ headTime: later(seconds) })
    expect(decide(long, none(301), { at: 302 }).changed).toBe(false)
    expect(decide(long, none(901), { at: 902 }).events).toEqual(['session.expired'])
  })
})

describe('a transaction that a wallet reported', () => {
  const reportedHashes = ['0xaa']

  it('is forgotten once more money is seen, and not before', () => {
    const waiting = aSession({ reportedHashes })
    expect(decide(waiting, transfersCounted()).session.reportedHashes).toEqual(reportedHashes)
    const seen = transfersCounted({ seen: counted(1n), txHash: '0xbb' })
    expect(decide(waiting, seen).session.reportedHashes).toEqual([])
  })
})

describe('while pending', () => {
  it('stays as it is while nothing came and the deadline is ahead', () => {
    const session = aSession()
    expect(decide(session, transfersCounted())).toEqual({ session, events: [], changed: false })
  })

  it('is detected by the first money, however little', () => {
    const fact = transfersCounted({ seen: counted(1n), confirmations: 1, txHash: '0xaa' })
    const { session, events } = decide(aSession(), fact)
    expect(events).toEqual(['session.detected'])
    expect(session).toMatchObject({
      status: 'detected',
      sequence: 1,
      txHash: '0xaa',
      firstSeenAt: later(10),
      updatedAt: later(10),
      received: { seenBase: 1n, confirmedBase: 0n, confirmations: 1 },
    })
  })

  it('stays detected at first, even if everything is confirmed', () => {
    expect(decide(aSession(), confirmed(full)).session.status).toBe('detected')
  })

  it('does not expire by our clock alone: a block past the deadline has to be seen', () => {
    const fact = transfersCounted({ headTime: later(300) })
    expect(decide(aSession(), fact, { at: 100_000 }).changed).toBe(false)
  })

  it('does not expire by a block alone: our own clock has to be past the deadline', () => {
    const fact = transfersCounted({ headTime: later(100_000) })
    expect(decide(aSession(), fact, { at: 300 }).changed).toBe(false)
  })

  it('expires once a block past the deadline shows nothing', () => {
    const fact = transfersCounted({ headTime: later(301) })
    const { session, events } = decide(aSession(), fact, { at: 301 })
    expect(events).toEqual(['session.expired'])
    expect(session).toMatchObject({ status: 'expired', closedAt: null, paidAt: null })
  })

  it('is detected, not expired, if money arrived in time and is noticed late', () => {
    const fact = transfersCounted({ headTime: later(5000), seen: counted(full) })
    expect(decide(aSession(), fact, { at: 5000 }).session.status).toBe('detected')
  })

  it('expires if all money arrived late, and waits for its confirmation', () => {
    const fact = transfersCounted({ headTime: later(310), seen: counted(0n, full) })
    const { session, events } = decide(aSession(), fact, { at: 312 })
    expect(events).toEqual(['session.expired'])
    expect(session).toMatchObject({ status: 'expired', firstSeenAt: later(312), closedAt: null })
  })
})

describe('while detected', () => {
  it('waits for the re-check, then is paid', () => {
    expect(decide(detected, confirmed(full), { at: 69 }).session.status).toBe('detected')
    const { session, events } = decide(detected, confirmed(full), { at: 70 })
    expect(events).toEqual(['session.paid'])
    expect(session).toMatchObject({
      status: 'paid',
      paidAt: later(70),
      closedAt: later(70),
      sequence: 2,
    })
  })

  it('is decided once even if top-ups are not accepted', () => {
    const { session } = decide(detected, confirmed(full), { at: 70, acceptTopUps: false })
    expect(session.status).toBe('paid')
  })

  const noted = transfersCounted({ seen: counted(full), confirmations: 2, txHash: '0xaa' })
  const onceNoted = decide(aSession(), noted).session

  it.each([
    [{ seen: counted(full + 1n) }, { seenBase: full + 1n }],
    [{ confirmed: counted(1n) }, { confirmedBase: 1n }],
    [{ confirmations: 3 }, { confirmations: 3 }],
    [{ txHash: '0xbb' }, { txHash: '0xbb' }],
  ])('takes over what is new: case %#', (change, expected) => {
    const { session, events, changed } = decide(onceNoted, { ...noted, ...change })
    expect([changed, events]).toEqual([true, []])
    const before = { seenBase: full, confirmedBase: 0n, confirmations: 2, txHash: '0xaa' }
    expect({ ...session.received, txHash: session.txHash }).toEqual({ ...before, ...expected })
  })

  it('never counts the confirmations of the same money back', () => {
    const behind = { ...noted, confirmations: 0 }
    for (const fact of [behind, { ...behind, txHash: null }]) {
      expect(decide(onceNoted, fact).changed).toBe(false)
    }
    for (const fact of [
      { ...behind, txHash: '0xbb' },
      { ...behind, seen: counted(1n) },
    ]) {
      expect(decide(onceNoted, fact).session.received.confirmations).toBe(0)
    }
  })

  it('does not decide before confirmation', () => {
    const fact = transfersCounted({ seen: counted(full), confirmed: counted(0n), confirmations: 2 })
    const { session } = decide(detected, fact, { at: 500 })
    expect(session).toMatchObject({ status: 'detected', received: { confirmations: 2 } })
  })

  it.each([
    ['one wei short', full - 1n, 'underpaid'],
    ['exact', full, 'paid'],
    ['one wei over', full + 1n, 'overpaid'],
    ['double', full * 2n, 'overpaid'],
  ])('%s', (_, amount, status) => {
    expect(decide(detected, confirmed(amount), { at: 70 }).session.status).toBe(status)
  })

  it('is not underpaid while more is on its way', () => {
    const fact = { ...confirmed(full / 2n), seen: counted(full) }
    expect(decide(detected, fact, { at: 70 }).session.status).toBe('detected')
  })

  it('accepts a total within the tolerance as the full amount', () => {
    const short = confirmed(995_000n)
    const lenient = { at: 70, underpaymentTolerancePercent: 0.5 }
    expect(decide(detected, short, lenient).session.status).toBe('paid')
    expect(decide(detected, confirmed(994_999n), lenient).session.status).toBe('underpaid')
  })

  it('is paid late where the completing money came after the deadline', () => {
    const { session, events } = decide(detected, confirmed(full / 2n, full / 2n), { at: 400 })
    expect([session.status, events]).toEqual(['paid_late', ['session.paid_late']])
  })

  it('is paid where it was complete in time and more came late', () => {
    expect(decide(detected, confirmed(full, 1n), { at: 400 }).session.status).toBe('overpaid')
  })

  it('does not count money after the window', () => {
    expect(decide(detected, confirmed(full / 2n, 0n, full), { at: 70 }).session.status).toBe(
      'underpaid',
    )
  })

  it('does not expire', () => {
    const fact = transfersCounted({
      headTime: later(5000),
      seen: counted(full),
      confirmed: counted(0n),
    })
    expect(decide(detected, fact, { at: 5000 }).session.status).toBe('detected')
  })

  it('fails only by a block an hour after every transfer left the chain, on which two nodes agree', () => {
    const gone = decide(detected, transfersCounted(), { at: 100 }).session
    expect(gone).toMatchObject({ status: 'detected', vanishedAt: later(100) })
    const nothingAt = (seconds: number) => transfersCounted({ headTime: later(seconds) })
    const unmoved = [
      nothingAt(3699),
      transfersCounted(),
      { ...nothingAt(3700), agreed: false },
      { ...nothingAt(3700), confirmedTime: later(3699) },
      { ...nothingAt(3700), seen: counted(full) },
    ]
    for (const fact of unmoved) {
      const { session } = decide(gone, fact, { at: 3700 })
      expect(session).toMatchObject({ status: 'detected', closedAt: null })
    }
    expect(decide(gone, nothingAt(5000), { at: 3699 }).session.status).toBe('detected')
    const { session, events } = decide(gone, nothingAt(3700), { at: 3700 })
    expect(events).toEqual(['session.failed'])
    expect(session).toMatchObject({
      status: 'failed',
      failureReason: 'transfers_vanished',
      sequence: gone.sequence + 1,
      closedAt: later(3700),
    })
  })

  it('continues if the money comes back', () => {
    const gone = decide(detected, transfersCounted(), { at: 100 }).session
    const back = decide(gone, confirmed(full), { at: 200 }).session
    expect(back).toMatchObject({ status: 'paid', vanishedAt: null })
  })
})

describe('what closes a session', () => {
  const more = { ...confirmed(full), seen: counted(full * 3n) }

  it('is the confirmed amount: money seen above it neither delays it nor belongs to it', () => {
    const { session, events } = decide(detected, more, { at: 70 })
    expect(events).toEqual(['session.paid'])
    expect(session.received).toEqual({ seenBase: full, confirmedBase: full, confirmations: 3 })
  })

  it('leaves nothing pending either if a provider paid it', () => {
    const short = { ...more, confirmed: counted(5n) }
    const { session } = decide(detected, short, { at: 20 })
    const byProvider = {
      type: 'providerConfirmed',
      provider: 'moonpay',
      paymentId: 'mp_1',
    } as const
    expect(decide(session, byProvider, { at: 30 }).session).toMatchObject({
      status: 'paid',
      received: { seenBase: 5n, confirmedBase: 5n },
    })
  })
})

describe('while underpaid', () => {
  const underpaid = aSession({ status: 'underpaid', firstSeenAt: later(10), sequence: 2 })

  it.each([
    ['in time', confirmed(full), 'paid'],
    ['too much in time', confirmed(full + 1n), 'overpaid'],
    ['late', confirmed(full - 1n, 1n), 'paid_late'],
    ['after the window', confirmed(full - 1n, 0n, 1n), 'underpaid'],
  ])('a top-up that completes the amount %s', (_, fact, status) => {
    expect(decide(underpaid, fact, { at: 500 }).session.status).toBe(status)
  })

  it('keeps what was confirmed while nodes disagree', () => {
    const { session } = decide(underpaid, confirmed(5n), { at: 200 })
    const disputed = { ...confirmed(5n), confirmed: counted(0n), agreed: false }
    expect(decide(session, disputed, { at: 210 }).session.received.confirmedBase).toBe(5n)
    const gone = { ...disputed, seen: counted(2n) }
    expect(decide(session, gone, { at: 210 }).session.received.confirmedBase).toBe(2n)
  })

  it('emits nothing again for the same shortage', () => {
    const once = decide(underpaid, confirmed(5n), { at: 200 })
    expect(once.events).toEqual([])
    expect(decide(once.session, confirmed(5n), { at: 210 }).changed).toBe(false)
  })

  it('stays where top-ups are not accepted', () => {
    const { session } = decide(underpaid, confirmed(full), { at: 200, acceptTopUps: false })
    expect(session.status).toBe('underpaid')
  })

  it('closes once a confirmed block is past the window, whatever is seen above it', () => {
    const fact = { ...confirmed(5n), headTime: later(901), confirmedTime: later(901) }
    expect(decide(underpaid, fact, { at: 902 }).session.closedAt).toEqual(later(902))
    const byHead = { ...fact, confirmedTime: later(900) }
    expect(decide(underpaid, byHead, { at: 902 }).session.closedAt).toBeNull()
    const dusted = { ...fact, seen: counted(5n, 0n, 1n) }
    expect(decide(underpaid, dusted, { at: 902 }).session).toMatchObject({
      closedAt: later(902),
      received: { seenBase: 5n, confirmedBase: 5n },
    })
    const toppedUp = { ...confirmed(full), confirmedTime: later(901) }
    const { session } = decide(underpaid, toppedUp, { at: 902, acceptTopUps: false })
    expect(session).toMatchObject({ status: 'underpaid', closedAt: later(902) })
  })
})

describe('while expired', () => {
  const expired = aSession({ status: 'expired', sequence: 1 })

  it('is paid late once the re-check is over', () => {
    const seen = decide(expired, confirmed(0n, full), { at: 400 }).session
    expect(seen).toMatchObject({ status: 'expired', firstSeenAt: later(400) })
    const { session, events } = decide(seen, confirmed(0n, full), { at: 460 })
    expect([session.status, events]).toEqual(['paid_late', ['session.paid_late']])
  })

  it('counts money as late even if it was in time', () => {
    const seen = decide(expired, confirmed(full), { at: 400 }).session
    expect(decide(seen, confirmed(full), { at: 460 }).session.status).toBe('paid_late')
  })

  it('stays expired for less than the amount', () => {
    const seen = decide(expired, confirmed(0n, full - 1n), { at: 400 }).session
    expect(decide(seen, confirmed(0n, full - 1n), { at: 460 }).events).toEqual([])
  })

  it('waits past the window for a payment that is not decided yet', () => {
    const inTheLastBlock = { ...confirmed(0n, full), confirmedTime: later(905) }
    const seen = decide(expired, inTheLastBlock, { at: 905 }).session
    expect(seen.closedAt).toBeNull()
    expect(decide(seen, inTheLastBlock, { at: 965 }).session.status).toBe('paid_late')
  })

  it('closes when the window is over', () => {
    const { session } = decide(expired, transfersCounted({ headTime: later(901) }), { at: 902 })
    expect(session).toMatchObject({ status: 'expired', closedAt: later(902), sequence: 1 })
  })

  it('leaves what comes after the window alone', () => {
    const fact = { ...confirmed(0n, 0n, full), confirmedTime: later(1000), txHash: '0xaa' }
    const { session } = decide(expired, fact, { at: 2000 })
    expect(session).toMatchObject({
      status: 'expired',
      closedAt: later(2000),
      txHash: null,
      received: { seenBase: 0n, confirmedBase: 0n, confirmations: 0 },
    })
  })
})

describe('once closed', () => {
  it.each([full - 1n, full, 3n * full])('a count of %s changes nothing', (amount) => {
    const closed = aSession({ status: 'paid', sequence: 2, closedAt: later(80) })
    const decision = { session: closed, events: [], changed: false }
    expect(decide(closed, confirmed(amount), { at: 100 })).toEqual(decision)
  })
})

describe('while sweeps may be missing, because the table is being restored', () => {
  const during = (session: CheckoutSession, fact: SessionFact) =>
    decideSession(session, fact, { now: later(100_000), policy, lacksSweeps: true })
  const nothing = transfersCounted({ headTime: later(100_000) })

  it.each([
    ['pending', aSession()],
    ['expired', aSession({ status: 'expired' })],
    ['underpaid', aSession({ status: 'underpaid', firstSeenAt: later(10) })],
    ['detected', detected],
  ])('money that is not there decides nothing about what is %s', (status, session) => {
    const { session: after, events } = during(session, nothing)
    expect([after.status, after.closedAt, events]).toEqual([status, null, []])
    // Without it, each of them would change.
    expect(decide(session, nothing, { at: 100_000 }).changed).toBe(true)
  })

  it('a part of the amount does not show that the rest is missing', () => {
    const part = { ...confirmed(full / 2n), headTime: later(100_000) }
    expect(during(detected, part).events).toEqual([])
    expect(decide(detected, part, { at: 100_000 }).events).toEqual(['session.underpaid'])
  })

  it('money that is there counts', () => {
    const { session, events } = during(detected, { ...confirmed(full), headTime: later(100_000) })
    expect(events).toEqual(['session.paid'])
    expect(session.closedAt).toEqual(later(100_000))
  })
})
