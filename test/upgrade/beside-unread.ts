import { expect } from 'vitest'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import type { Key } from '../../shared/kernel/store/keys.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { update } from '../../shared/kernel/store/writes.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { assetKey } from '../../shared/payments/holdings/rules/holding.ts'
import type { Sweep } from '../../shared/payments/holdings/rules/sweep.ts'
import { holdingKeys } from '../../shared/payments/holdings/store/keys.ts'
import { eachSweeping } from '../scenarios/each-sweeping.ts'
import type { EngineHarness } from '../scenarios/engine-harness.ts'
import { coinLock, usdcLock } from '../scenarios/paying.ts'
import { ledgerProblems, type Sweeping, startSweeping } from '../scenarios/sweeping.ts'

/** Each session of these tests is paid with this amount, in base units. */
export const coin = 10n ** 16n
export const usdc = 25_000_000n

/**
 * Money to sweep beside rows that a newer version wrote before this one took over again: what they may be moving is left
 * alone, and everything else is swept.
 */
export function besideUnread() {
  let engine: EngineHarness
  let sweeping: Sweeping

  eachSweeping((given) => {
    ;({ engine, sweeping } = given)
  })

  const coinOf = ({ address }: CheckoutSession) => sweeping.balance(address)
  const usdcOf = ({ address }: CheckoutSession) =>
    sweeping.balance(address, localAddresses.testUsdc)
  return {
    engine: () => engine,
    sweeping: () => sweeping,
    /** Replaces how the engine's chain is swept, until the next test. */
    sweepWith(options: Parameters<typeof startSweeping>[1]): Sweeping {
      sweeping = startSweeping(engine, options)
      return sweeping
    },
    async paidInCoin(): Promise<CheckoutSession> {
      const session = await sweeping.openPaid(coinLock(coin))
      await engine.pay(session, coin)
      await engine.mine(4)
      return session
    },
    async paidInUsdc(): Promise<CheckoutSession> {
      const session = await sweeping.openPaid(usdcLock(usdc))
      await engine.payUsdc(session, usdc)
      await engine.mine(4)
      return session
    },
    coinOf,
    usdcOf,
    /** Sets attributes of an item, as another version might. */
    set: (key: Key, values: Record<string, unknown>) =>
      transact(engine.table, [update(key, values)]),
    /** The newest sweep of a session's address. */
    async sweepOf({ id }: CheckoutSession): Promise<Sweep> {
      const sweeps = await sweeping.sweeps()
      const found = sweeps.find(({ items }) => items.some(({ sessionId }) => sessionId === id))
      if (!found) throw new Error(`${id} is not swept`)
      return found
    },
    /** Every run fails and names the row, however often it is repeated. */
    async runs(times: number, named: string): Promise<void> {
      for (let run = 0; run < times; run++) {
        await expect(sweeping.run()).rejects.toMatchObject({
          name: 'UnreadableRows',
          message: expect.stringContaining(named),
        })
        await engine.mine(4)
      }
    },
    /** After the newer version took over again. */
    async allIsSwept(sessions: readonly CheckoutSession[]): Promise<void> {
      await engine.mineAfter(400)
      await sweeping.runToEnd()
      for (const session of sessions) {
        expect([await coinOf(session), await usdcOf(session)]).toEqual([0n, 0n])
      }
      expect(await ledgerProblems(sweeping)).toEqual([])
    },
  }
}

/** The holding of what a session is paid in. */
export const holdingKey = ({ mode, id, lock }: CheckoutSession) =>
  holdingKeys.holding(
    mode,
    id,
    assetKey({ chainId: lock.chainId, tokenAddress: lock.tokenAddress }),
  )
