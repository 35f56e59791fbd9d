/** A change of one rule that must not go unnoticed: a text of a file, once, and what stands in its place. */
export type Mutation = { file: string; from: string; to: string }

const decide = 'shared/payments/checkout-sessions/rules/decide-session.ts'
const transitions = 'shared/payments/checkout-sessions/rules/session-transitions.ts'
const expire = 'shared/payments/checkout-sessions/rules/expire-session.ts'
const settle = 'shared/payments/checkout-sessions/rules/settle-session.ts'
const unmatched = 'shared/payments/ledger/rules/unmatched-deposit.ts'

export const mutations: Readonly<Record<string, Mutation>> = {
  'only our own clock expires a session': {
    file: decide,
    from: 'return blockTime > deadline && now > deadline',
    to: 'return now > deadline',
  },
  'only the time of a block expires a session': {
    file: decide,
    from: 'return blockTime > deadline && now > deadline',
    to: 'return blockTime > deadline',
  },
  'unconfirmed money pays': {
    file: decide,
    from: "session.status !== 'expired' && confirmed.onTimeBase >= enough",
    to: "session.status !== 'expired' && seen.onTimeBase >= enough",
  },
  'late money counts as in time': {
    file: decide,
    from: "session.status !== 'expired' && confirmed.onTimeBase >= enough",
    to: "session.status !== 'expired' && confirmed.inWindowBase >= enough",
  },
  'an expired session is never paid late by money in time': {
    file: decide,
    from: "session.status !== 'expired' && confirmed.onTimeBase >= enough",
    to: 'confirmed.onTimeBase >= enough',
  },
  'the exact amount is too much': {
    file: decide,
    from: 'confirmed.inWindowBase > required ?',
    to: 'confirmed.inWindowBase >= required ?',
  },
  'too little is decided while more is on its way': {
    file: decide,
    from: 'return isMoreOnItsWay || lacksSweeps ? undefined',
    to: 'return lacksSweeps ? undefined',
  },
  'a closed session is counted again': {
    file: decide,
    from: 'if (session.closedAt) return { session, events: [], changed: false }',
    to: '',
  },
  'the amount is decided at once': {
    file: decide,
    from: 'return at !== null && now >= at',
    to: 'return at !== null',
  },
  'every scan begins the minute again': {
    file: decide,
    from: 'firstSeenAt: session.firstSeenAt ?? (isSeen ? now : null)',
    to: 'firstSeenAt: isSeen ? now : session.firstSeenAt',
  },
  'only our own clock ends the wait for a payment that vanished': {
    file: decide,
    from: 'confirmedTime.getTime() >= endMs && now.getTime() >= endMs',
    to: 'now.getTime() >= endMs',
  },
  'what closes a session is all that is seen': {
    file: decide,
    from: 'const ownBase = fact.confirmed.inWindowBase',
    to: 'const ownBase = fact.seen.totalBase',
  },
  'a session with too little closes at once': {
    file: decide,
    from: "if (session.status !== 'expired' && session.status !== 'underpaid') return false",
    to: "if (session.status !== 'expired') return session.status === 'underpaid'",
  },
  'a provider pays at any time': {
    file: decide,
    from: 'const isInTime = now <= lastConfirmation(session)',
    to: 'const isInTime = true',
  },
  'nothing less than asked for is enough': {
    file: decide,
    from: 'return divideRoundingUp(requiredBase * (10_000n - hundredths), 10_000n)',
    to: 'return divideRoundingUp(requiredBase * 10_000n, 10_000n + hundredths - hundredths)',
  },
  'late top-ups are in time': {
    file: transitions,
    from: "confirmedOver: 'overpaid',\n    confirmedLate: 'paid_late',\n    providerConfirmed: 'paid',\n    operatorAccepted: 'paid',",
    to: "confirmedOver: 'overpaid',\n    confirmedLate: 'paid',\n    providerConfirmed: 'paid',\n    operatorAccepted: 'paid',",
  },
  'what an operator accepts of a failed session is in time': {
    file: transitions,
    from: "failed: { operatorAccepted: 'paid_late' }",
    to: "failed: { operatorAccepted: 'paid' }",
  },
  'too much is announced as paid': {
    file: transitions,
    from: "overpaid: 'session.overpaid',",
    to: "overpaid: 'session.paid',",
  },
  'a merchant expires what was paid': {
    file: expire,
    from: 'session.firstSeenAt !== null || seen.totalBase > 0n',
    to: 'session.firstSeenAt !== null',
  },
  'a merchant expires what is over': {
    file: expire,
    from: 'isSeen || now > lastDeadline(session)',
    to: 'isSeen',
  },
  'what a merchant expired keeps its time': {
    file: expire,
    from: 'enterStatus(endedAt(session, now), status, now)',
    to: 'enterStatus(session, status, now)',
  },
  'an open session can be accepted': {
    file: settle,
    from: "const status = session.closedAt ? nextStatus(session.status, 'operatorAccepted') : undefined",
    to: "const status = nextStatus(session.status, 'operatorAccepted')",
  },
  'what came after a session had closed is nobody’s': {
    file: unmatched,
    from: 'amountBase: receivedBase > own ? receivedBase - own : 0n',
    to: 'amountBase: 0n',
  },
  'late money of an expired session counts for it, too': {
    file: unmatched,
    from: "if (statusWhenClosed(session) === 'expired' && own > 0n) {",
    to: "if (statusWhenClosed(session) === 'failed' && own > 0n) {",
  },
}
