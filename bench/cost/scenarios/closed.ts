import { randomBytes } from 'node:crypto'
import { toHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { newId } from '../../../shared/kernel/ids.ts'
import { transact } from '../../../shared/kernel/store/transact.ts'
import { sessionCreation } from '../../../shared/payments/checkout-sessions/store/sessions.ts'
import { closedAddressCreation } from '../../../shared/payments/ledger/store/closed-addresses.ts'
import { unlistedSearchDue } from '../../../shared/payments/ledger/store/unlisted-searches.ts'
import { aSession } from '../../../test/factories.ts'
import { type Counts, minus, plus, times } from '../counts.ts'
import { measured } from '../meter.ts'
import type { World } from '../world.ts'

const sessions = 1000
const daySeconds = 86_400
const closingDays = 30

/** Interval of the rounds over recently closed addresses. */
const recentSeconds = 600

/** Days after the first closing in which the days change evenly, each with the day in the middle, which is measured. */
const phases = [
  { days: 30, middle: 15, rounds: daySeconds / recentSeconds },
  // Every session has been closed for a day: only the daily rounds are left.
  { days: 60, middle: 60, rounds: 1 },
  { days: 30, middle: 105, rounds: 1 },
] as const

/**
 * The use of 1,000 sessions without money from their closing until the last one is 90 days old, if they close evenly over
 * 30 days. Runs that find nothing due happen without sessions too, so they are left out.
 */
export async function closed90d(world: World, chainId: number): Promise<Counts> {
  const firstAt = Date.now()
  const closing = closings(world, { chainId, firstAt })
  await run(world)
  const idle = await measured(() => run(world))
  const used: Counts[] = []
  for (const { days, middle, rounds } of phases) {
    await world.jump((firstAt + middle * daySeconds * 1000 - Date.now()) / 1000)
    await closing.closeUntilNow()
    await run(world)
    const day = await measured(async () => {
      for (let round = 0; round < rounds; round++) {
        await world.jump(rounds === 1 ? daySeconds : recentSeconds)
        await closing.closeUntilNow()
        await run(world)
      }
    })
    used.push(times(minus(day, times(idle, rounds)), days))
  }
  return plus(...used)
}

function run({ invoke }: World): Promise<unknown> {
  return invoke('scan-closed-addresses', { mode: 'live' })
}

type From = { chainId: number; firstAt: number }

function closings({ table, chain }: World, { chainId, firstAt }: From) {
  const { symbol, decimals } = chain(chainId).chain.native
  const everyMs = (closingDays * daySeconds * 1000) / sessions
  let closed = 0
  const next = () => {
    const closedAt = new Date(firstAt + closed * everyMs)
    closed += 1
    const at = (seconds: number) => new Date(closedAt.getTime() - seconds * 1000)
    const { lock } = aSession()
    const expiresAt = at(600)
    return aSession({
      id: newId('checkoutSession', at(900), randomBytes),
      mode: 'live',
      status: 'expired',
      address: privateKeyToAddress(toHex(randomBytes(32))),
      createdAt: at(900),
      closedAt,
      expiresAt,
      lateUntil: at(1),
      lock: { ...lock, chainId, asset: symbol, decimals, tokenAddress: null, expiresAt },
    })
  }
  return {
    async closeUntilNow(): Promise<void> {
      while (closed < sessions && firstAt + closed * everyMs <= Date.now()) {
        const session = next()
        await transact(table, [
          sessionCreation(session, session.expiresAt),
          closedAddressCreation(session),
          unlistedSearchDue(session, chainId, new Date()),
        ])
      }
    },
  }
}
