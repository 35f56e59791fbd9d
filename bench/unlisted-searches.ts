import type { CheckoutSession } from '../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { dueUnlistedSearches } from '../shared/payments/ledger/store/unlisted-searches.ts'
import { type EngineHarness, hex, startEngineHarness } from '../test/scenarios/engine-harness.ts'
import { deployToken, tokenCall } from '../test/scenarios/paying.ts'
import { type Figure, sized } from './bench.ts'

const closings = 100
const minutes = sized(10, 1)
/** Sessions with tokens, of those that close in a minute. */
const withTokens = 10
const blocksPerMinute = 6

/**
 * Sessions of one chain that close, a hundred a minute, on a real node and in virtual time: how long an unlisted token
 * waits until its address is searched, and what that costs in requests of a node.
 */
export async function unlistedSearches(): Promise<Figure[]> {
  const engine = await startEngineHarness()
  try {
    const token = await deployToken(engine, { symbol: 'SPAM' })
    const closedAt: Date[] = []
    const requests: string[] = []
    let open: CheckoutSession[] = []
    let waited = 0
    for (let minute = 0; minute < minutes + 2; minute++) {
      await engine.mine(blocksPerMinute)
      waited = Math.max(waited, ...(await searchAll(engine, { closedAt, requests })))
      await engine.reconcile()
      closedAt.push(...open.map(() => engine.clock()))
      open = minute < minutes ? await openFor(engine, token) : []
    }
    const due = await dueUnlistedSearches(engine.table, 'test', { now: engine.clock(), limit: 10 })
    const found = (await engine.unmatched()).length
    if (due.length > 0 || found !== minutes * withTokens) {
      throw new Error(`${due.length} are still due, and ${found} tokens were found`)
    }
    return [
      {
        what: `${closings} closings a minute: searched after at most`,
        value: `${waited} s`,
        aim: '120 s',
      },
      { what: 'tokens found', value: `${found} of ${minutes * withTokens}` },
      { what: 'node calls a minute', value: (requests.length / minutes).toFixed(1) },
      ...callsByMethod(requests),
    ]
  } finally {
    await engine.stop()
  }
}

/** Sessions whose window closes within a minute, and a token for some of them. */
async function openFor(engine: EngineHarness, token: `0x${string}`): Promise<CheckoutSession[]> {
  const endsAt = new Date(engine.clock().getTime() + 20_000)
  const sessions = await engine.openSessions(closings, () => ({
    expiresAt: endsAt,
    lateUntil: endsAt,
  }))
  for (const { address } of sessions.slice(0, withTokens)) {
    await engine.chain.send(tokenCall({ name: 'transfer', args: [hex(address), 1n] }, token))
  }
  return sessions
}

type Noted = { closedAt: Date[]; requests: string[] }

/** Seconds since the searched sessions closed. */
async function searchAll(engine: EngineHarness, { closedAt, requests }: Noted): Promise<number[]> {
  const { proxy } = engine.chain
  const before = proxy.requests.length
  const { searched, failures } = await engine.searchDue()
  if (failures.length > 0) throw new Error(`${failures.length} searches failed`)
  if (searched > 0) requests.push(...proxy.requests.slice(before).map(({ method }) => method))
  const now = engine.clock().getTime()
  return closedAt.splice(0, searched).map((at) => (now - at.getTime()) / 1000)
}

function callsByMethod(requests: readonly string[]): Figure[] {
  const byMethod = Map.groupBy(requests, (method) => method)
  return [...byMethod].map(([method, calls]) => ({
    what: `  of these ${method}`,
    value: (calls.length / minutes).toFixed(1),
  }))
}
