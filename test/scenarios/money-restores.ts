import { expect } from 'vitest'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { abandonRequestWrite } from '../../shared/money/sweeps/store/abandon-requests.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { isActive } from '../../shared/payments/holdings/rules/sweep.ts'
import { findAddresses } from '../../shared/payments/ledger/store/addresses.ts'
import { backUp, restoreBackup } from '../table-backup.ts'
import type { EngineHarness } from './engine-harness.ts'
import { restoreTerminal } from './restore-functions.ts'
import type { Sweeping } from './sweeping.ts'

type Backup = { items: Awaited<ReturnType<typeof backUp>>; at: Date; sessions: number }

type Shop = {
  engine: EngineHarness
  sweeping: Sweeping
  /** The newest last; those since a backup are taken out once it is put back. */
  sessions: { session: CheckoutSession }[]
}

/** A backup of the table, which may be put back at any time, and the way of its owner from there. */
export function moneyRestores({ engine, sweeping, sessions }: Shop) {
  const lost: CheckoutSession[] = []
  let backup: Backup | undefined
  let state: 'none' | 'under way' | 'done' = 'none'

  async function takeBackup(): Promise<void> {
    if (state === 'under way') return
    const items = await backUp(engine.table)
    backup = { items, at: engine.clock(), sessions: sessions.length }
  }

  /** From then on, nothing is known but what the chain shows. Returns whether there is something to restore. */
  async function putBack(): Promise<boolean> {
    if (!backup || state === 'under way') return backup !== undefined
    await restoreBackup(engine.table, backup.items)
    engine.isCopyOf('the-lost-one')
    lost.push(...sessions.splice(backup.sessions).map(({ session }) => session))
    state = 'under way'
    return true
  }

  /** Again from its start if it died before, or as long as a sweep from before the backup moves money. */
  async function restore(): Promise<void> {
    const run = await restoreTerminal(engine, {
      lost: [...sessions.map(({ session }) => session), ...lost],
      sweptOn: sweeping.chain().client,
    })
    const since = backup?.at.toISOString() ?? ''
    const isComplete = async () => (await run('--since', since)).includes('are accepted again')
    for (let attempts = 1; !(await isComplete()); attempts += 1) {
      expect(attempts).toBeLessThan(5)
      await sweeping.run()
      await engine.mine(4)
    }
    engine.adoptTable()
    state = 'done'
  }

  /** Abandons sweeps that can't end any more, because a restored table knows an older state of them. */
  async function abandonLost(): Promise<void> {
    for (let run = 0; run < 3; run += 1) {
      await sweeping.run()
      await engine.mine(4)
    }
    for (const { id: sweepId } of (await sweeping.sweeps()).filter(isActive)) {
      const request = { sweepId, note: 'planned before the backup' }
      await transact(engine.table, [abandonRequestWrite('test', request, engine.clock())])
    }
  }

  /** The shop's sessions, and those that restores added. */
  async function known(): Promise<CheckoutSession[]> {
    const added = await findAddresses(
      engine.table,
      lost.map(({ address }) => address),
    )
    const ids = added.map(({ sessionId: id, mode }) => ({ id, mode }))
    const all = [...sessions.map(({ session }) => session), ...ids]
    return Promise.all(all.map((session) => engine.load(session)))
  }

  /** Money that they can't have found, because they know no tokens but the chain's own. */
  async function unlisted(): Promise<string[]> {
    const listed = new Set((await known()).map(({ address }) => address))
    const left = lost.filter(({ address }) => !listed.has(address))
    const held = left.flatMap(({ address }) =>
      [null, localAddresses.testUsdc].map(async (token) => {
        const base = await sweeping.balance(address, token)
        return base === 0n ? [] : [`${base} of ${token ?? 'coin'} at ${address} are listed nowhere`]
      }),
    )
    return (await Promise.all(held)).flat()
  }

  return {
    lost,
    backUp: takeBackup,
    putBack,
    restore,
    abandonLost,
    known,
    unlisted,
    state: () => state,
  }
}
