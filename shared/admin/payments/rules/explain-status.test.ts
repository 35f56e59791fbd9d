import { describe, expect, it } from 'vitest'
import { shown } from '../../../../infra/operate/session-text.ts'
import {
  aSession,
  aTransfer,
  counted,
  later,
  policy,
  transfersCounted,
} from '../../../../test/factories.ts'
import type { CheckoutSession } from '../../../payments/checkout-sessions/rules/checkout-session.ts'
import {
  decideSession,
  type SessionFact,
  type SessionPolicy,
} from '../../../payments/checkout-sessions/rules/decide-session.ts'
import { withProviderOrder } from '../../../payments/checkout-sessions/rules/provider-window.ts'
import type { Transfer } from '../../../payments/ledger/rules/transfer.ts'
import { explainStatus } from './explain-status.ts'
import { statusText, statusWords } from './status-words.ts'

const lock = { ...aSession().lock, decimals: 6 }
const session = aSession({ lock })

type Counting = Partial<Extract<SessionFact, { type: 'transfersCounted' }>>

/** The session after what was counted, each at the time of the head that was read. */
function after(counts: Counting[], judgedBy: SessionPolicy = policy): CheckoutSession {
  return counts.reduce((before, count) => {
    const fact = transfersCounted({ lock: before.lock, confirmations: 3, ...count })
    return decideSession(before, fact, { now: fact.headTime, policy: judgedBy }).session
  }, session)
}

function explained(
  subject: CheckoutSession,
  transfers: readonly Transfer[] = [],
  { at = later(120), by = policy }: { at?: Date; by?: SessionPolicy } = {},
): string {
  const chainName = (chainId: number) => `chain ${chainId}`
  const reasons = explainStatus(subject, { transfers, now: at, policy: by, chainName })
  return statusText(reasons, statusWords, shown)
}

const both = (onTimeBase: bigint, lateBase = 0n, afterBase = 0n) => {
  const all = counted(onTimeBase, lateBase, afterBase)
  return { seen: all, confirmed: all }
}
const seen = { headTime: later(10), seen: counted(1_000_000n), confirmations: 1 }
const came = (amountBase: bigint, second = 10) =>
  aTransfer({ amountBase, blockTime: later(second), blockNumber: BigInt(second) })

it('says what a pending session waits for, and what is unknown once its time is up', () => {
  expect(explained(session)).toBe(
    'It waits for 1 ETH on chain 31337 until 2026-03-01T12:05:00.000Z.',
  )
  const earlier = { ...session, lock: { ...lock, chainId: 1 }, expiresAt: later(200) }
  const rechosen = { ...session, otherTerms: [earlier] }
  expect(explained(rechosen)).toMatch(/ETH on chain 31337 .* Or for 1 ETH on chain 1 until/)
  expect(explained(rechosen, [], { at: later(250) })).not.toContain('chain 1 ')
  expect(explained(rechosen, [], { at: later(301) })).toMatch(
    /^The payment window closed at 2026-03-01T12:05:00.000Z\. .* once a later block has been read on every chain/,
  )
})

it('says what a detected session waits for', () => {
  const detected = after([seen])
  expect(explained(detected, [came(1_000_000n)], { at: later(20) })).toBe(
    'Money was seen: 0 ETH of 1 ETH is confirmed (1 of 3 confirmations). It is decided once enough is confirmed or nothing more is pending. That is at 2026-03-01T12:01:10.000Z at the earliest.',
  )
  const held = after([{ ...seen, confirmations: 9 }])
  expect(explained(held)).toContain('(3 of 3 confirmations). Its block is not final yet, or its')
  expect(explained(held)).toMatch(/pending\.$/)
  const vanished = after([seen, { headTime: later(30) }])
  expect(explained(vanished)).toBe(
    'All money that was seen has left the chain, which was noticed at 2026-03-01T12:00:30.000Z. It fails if none has returned by 2026-03-01T13:00:30.000Z.',
  )
  const failed = after([seen, { headTime: later(30) }, { headTime: later(3630) }])
  expect(explained(failed, [{ ...came(1_000_000n), orphaned: true }])).toMatch(
    /^All money .*12:00:30.000Z\. None had returned when it ended at 2026-03-01T13:00:30.000Z\.$/,
  )
})

it('suspects the fee of an exchange if one transfer lacks at most a fifth', () => {
  const lacking = (base: bigint, transfers: Transfer[]) =>
    explained(after([seen, { headTime: later(70), ...both(1_000_000n - base) }]), transfers)
  expect(lacking(200_000n, [came(800_000n)])).toMatch(
    /^Underpaid by 0.2 ETH of 1 ETH\. An exchange probably deducted its fee\. It is complete/,
  )
  expect(lacking(200_001n, [came(799_999n)])).not.toContain('exchange')
  expect(lacking(100_000n, [came(500_000n), came(400_000n, 20)])).not.toContain('exchange')
  expect(lacking(100_000n, [])).not.toContain('exchange')
})

it('says what is missing of a session that is underpaid, and what may come of it', () => {
  const short = { headTime: later(70), ...both(400_000n) }
  const underpaid = after([seen, short])
  const missing = 'Underpaid by 0.6 ETH of 1 ETH.'
  expect(explained(underpaid, [came(400_000n)])).toBe(
    `${missing} It is complete if the rest arrives in blocks up to 2026-03-01T12:15:00.000Z. After that, you can accept or dismiss it.`,
  )
  const strict = { ...policy, acceptTopUps: false }
  expect(explained(underpaid, [came(400_000n)], { by: strict })).toMatch(
    /of 1 ETH\. Top-ups are disabled/,
  )
  const topUp = { headTime: later(90), seen: counted(1_000_000n), confirmed: counted(400_000n) }
  const toppedUp = after([seen, short, { ...topUp, confirmations: 1 }])
  expect(explained(toppedUp, [came(400_000n), came(600_000n, 90)])).toBe(
    'Too little had arrived. Enough is there now: 0.4 ETH of 1 ETH is confirmed (1 of 3 confirmations). It is decided once enough is confirmed.',
  )
  // What came after the window fills no gap.
  const closed = after([seen, short, { headTime: later(901), ...both(400_000n, 0n, 600_000n) }])
  expect(closed.closedAt).not.toBeNull()
  expect(explained(closed, [came(400_000n), came(600_000n, 901)])).toMatch(
    `${missing} The payment window closed at 2026-03-01T12:15:00.000Z.`,
  )
})

it('says what an expired session can still become', () => {
  const expired = after([{ headTime: later(301) }])
  expect(explained(expired)).toBe(
    'No money was seen that arrived in time. It becomes paid late if 1 ETH arrives in blocks up to 2026-03-01T12:15:00.000Z.',
  )
  const part = { headTime: later(400), ...both(0n, 400_000n) }
  expect(explained(after([{ headTime: later(301) }, part]), [came(400_000n, 390)])).toContain(
    '0.4 ETH of 1 ETH is there now. It becomes paid late if the rest arrives in blocks up to',
  )
  const all = { headTime: later(400), ...both(0n, 1_000_000n) }
  const full = after([{ headTime: later(301) }, all])
  expect(explained(full, [came(1_000_000n, 390)], { at: later(401) })).toMatch(
    /Enough is there now: 1 ETH of 1 ETH is confirmed .* at 2026-03-01T12:07:40.000Z at the earliest\.$/,
  )
  const over = { headTime: later(901) }
  expect(explained(after([{ headTime: later(301) }, over]))).toBe(
    'No ETH arrived by 2026-03-01T12:15:00.000Z.',
  )
  const partly = after([{ headTime: later(301) }, part, { ...part, headTime: later(901) }])
  expect(explained(partly, [came(400_000n, 390)])).toContain('Only 0.4 ETH of 1 ETH had arrived by')
})

it('says how a session was paid', () => {
  const paid = after([seen, { headTime: later(70), ...both(1_000_000n) }])
  expect(explained(paid, [came(1_000_000n)])).toBe('Enough arrived in time and was confirmed.')
  const over = after([seen, { headTime: later(70), ...both(1_500_000n) }])
  expect(explained(over, [came(1_500_000n)])).toContain('Overpaid by 0.5 ETH.')
  const late = after([seen, { headTime: later(400), ...both(400_000n, 600_000n) }])
  expect(explained(late, [came(400_000n), came(600_000n, 390)])).toBe(
    'Enough arrived, but 0.6 ETH of it only after 2026-03-01T12:05:00.000Z.',
  )
  const lost = { ...came(600_000n, 390), orphaned: true }
  expect(explained(late, [came(400_000n), lost])).toMatch(
    /^Enough arrived, but it was complete, or seen, only after .* 0\.6 ETH has left the chain again/,
  )
  const unseen = [{ headTime: later(301) }, { headTime: later(310), ...both(1_000_000n) }]
  const noticedLate = after([...unseen, { headTime: later(400), ...both(1_000_000n) }])
  expect(noticedLate.status).toBe('paid_late')
  expect(explained(noticedLate, [came(1_000_000n)])).toContain('seen only after the session had')
})

describe('a session with an order at a provider', () => {
  const ordered = withProviderOrder(session, 'moonpay', later(20))
  const confirmed = { type: 'providerConfirmed', provider: 'moonpay', paymentId: 'mp_1' } as const
  const paid = (subject: CheckoutSession, at: Date) =>
    decideSession(subject, confirmed, { now: at, policy }).session
  const through = 'for 25.00 USD through moonpay until 2026-03-01T13:00:20.000Z.'

  it('waits for it as well, then for nothing else, then for a late confirmation', () => {
    const [, coin = ''] = explained(session).split('It waits ')
    expect(explained(ordered)).toBe(`It waits ${coin} Or ${through}`)
    expect(explained(ordered, [], { at: later(301) })).toBe(`It waits ${through}`)
    const expired = { ...ordered, status: 'expired', closedAt: later(4000) } as const
    const late = 'A confirmation by moonpay still counts until 2026-03-02T13:00:20.000Z.'
    expect(explained(expired, [], { at: later(4000) })).toContain(late)
    expect(explained(expired, [], { at: later(90_021) })).not.toContain('moonpay')
    for (const status of ['detected', 'underpaid'] as const) {
      expect(explained({ ...ordered, status, closedAt: null })).toContain(late)
    }
    expect(explained({ ...ordered, status: 'paid' })).not.toContain('still counts')
  })

  it('was paid by it, whatever is at its address', () => {
    const reported = 'It was paid through moonpay: its payment mp_1 is complete.'
    expect(explained(paid(ordered, later(30)))).toBe(reported)
    const received = { seenBase: 400_000n, confirmedBase: 400_000n, confirmations: 3 }
    const short = { ...ordered, status: 'detected', firstSeenAt: later(25), received } as const
    expect(explained(paid(short, later(30)), [came(400_000n)])).toBe(
      `${reported} The 0.4 ETH at its address is not counted.`,
    )
    const expired = { ...ordered, status: 'expired' } as const
    expect(explained(paid(expired, later(5000)))).toBe(`${reported} It had expired by then.`)
  })
})

it('says what has left the chain since', () => {
  const paid = after([seen, { headTime: later(70), ...both(1_000_000n) }])
  const gone = { ...came(600_000n), orphaned: true }
  expect(explained(paid, [came(400_000n, 20), gone])).toBe(
    'Enough arrived in time and was confirmed. Since it ended, 0.6 ETH has left the chain again: settle that with the customer.',
  )
})

it('says what was decided about a session that ended', () => {
  const at = later(2000)
  const short = after([seen, { headTime: later(901), ...both(400_000n) }])
  const accepted = { outcome: 'accepted', from: 'underpaid', at, note: 'A regular.' } as const
  expect(explained({ ...short, status: 'paid', settlement: accepted }, [came(400_000n)])).toBe(
    'It was closed as underpaid. Its owner accepted it at 2026-03-01T12:33:20.000Z: A regular.',
  )
  const dismissed = {
    outcome: 'dismissed',
    from: 'underpaid',
    at,
    note: 'Refunded by hand.',
  } as const
  expect(explained({ ...short, settlement: dismissed }, [came(400_000n)])).toBe(
    'Underpaid by 0.6 ETH of 1 ETH. The payment window closed at 2026-03-01T12:15:00.000Z. An operator dismissed it at 2026-03-01T12:33:20.000Z: Refunded by hand.',
  )
})

it('says no amount that records no longer show', () => {
  const over = after([seen, { headTime: later(70), ...both(1_500_000n) }])
  const orphaned = { ...came(500_000n), orphaned: true }
  expect(explained(over, [came(1_000_000n), orphaned])).toMatch(
    /^More arrived than was asked for\./,
  )
  const short = after([seen, { headTime: later(70), ...both(400_000n) }])
  const strict = { ...policy, acceptTopUps: false }
  const toppedUp = { ...short, received: { ...short.received, seenBase: 1_000_000n } }
  expect(explained(toppedUp, [came(400_000n), came(600_000n, 60)], { by: strict })).toBe(
    'Too little had arrived when it was decided. Top-ups are disabled, so nothing completes it.',
  )
  const failed = { ...short, status: 'failed', vanishedAt: null, closedAt: null } as const
  expect(explained(failed)).toBe(
    'All money that was seen has left the chain. None had returned when it ended.',
  )
})

it('counts only what is of the asset that the session asks for', () => {
  const paid = after([seen, { headTime: later(70), ...both(1_500_000n) }])
  const other = {
    ...came(700_000n),
    tokenAddress: '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238',
  } as const
  expect(explained(paid, [came(1_500_000n), other])).toContain('Overpaid by 0.5 ETH.')
})
