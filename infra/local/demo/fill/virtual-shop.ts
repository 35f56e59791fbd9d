import { setTimeout as wait } from 'node:timers/promises'
import { type CheckoutSession, Quittance } from '../../../../sdk/src/index.ts'
import type { InstanceFile } from '../../instance-file.ts'
import { type MovedClock, moveClock } from '../../moved-clock.ts'
import type { StartedInstance } from '../../start-instance.ts'
import { StartupError } from '../../startup-error.ts'

const pollMs = 50

/** How long something that is due may take before the schedule of every minute is run, too. */
const patienceMs = 1_000

/** On a busy machine, too. */
const deadlineMs = 45_000

/** A merchant's shop in live mode, on an instance whose time only passes as far as the shop says. */
export type VirtualShop = ReturnType<typeof openVirtualShop>

export function openVirtualShop({ file, invoke }: StartedInstance, clock: MovedClock) {
  const api = new Quittance({ baseUrl: file.baseUrl, apiKey: keyOf(file), maxRetries: 0 })
  const chain = file.chains.find(({ mode }) => mode === 'live')
  if (!chain) throw new StartupError('This instance has no live chain.')

  /** Runs a function of every minute. */
  async function run(name: 'reconcile' | 'relay' | 'sweep'): Promise<void> {
    await invoke(name, { mode: 'live' })
  }

  return {
    api,
    chain,
    run,
    instance: file,
    passTo(at: Date): void {
      if (at.getTime() > Date.now()) moveClock(clock, at)
    },
    pass(seconds: number): void {
      moveClock(clock, new Date(Date.now() + seconds * 1000))
    },
    /** Waits until a session is in such a state; the clock runs at its usual pace. */
    async until(
      id: string,
      isReached: (session: CheckoutSession) => boolean,
    ): Promise<CheckoutSession> {
      const start = performance.now()
      let runAt = start + patienceMs
      for (;;) {
        const session = await api.checkoutSessions.retrieve(id)
        if (isReached(session)) return session
        if (performance.now() > start + deadlineMs) {
          throw new Error(`session ${id} stayed ${session.status} at ${new Date().toISOString()}`)
        }
        if (performance.now() > runAt) {
          await run('reconcile')
          runAt = performance.now() + patienceMs
        }
        await wait(pollMs)
      }
    },
  }
}

function keyOf({ apiKeys }: InstanceFile): string {
  if (!apiKeys) throw new StartupError('This instance has no API keys yet. Set it up first.')
  return apiKeys.live
}
