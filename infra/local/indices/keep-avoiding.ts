import type { Avoided } from '../../../shared/admin/restore/avoid-used-addresses.ts'
import type { Mode } from '../../../shared/kernel/mode.ts'

const firstRetryMs = 60_000

/** If no node can read it, such as a broken token, it must not cost node calls forever. */
const longestRetryMs = 3_600_000

type Deps = {
  avoid: (mode: Mode) => Promise<Avoided>
  /** Warns whoever runs the instance. */
  warn: (text: string) => void
  /** Rejects once the signal is aborted. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>
  signal: AbortSignal
}

/**
 * Repeats the check until every node responds, after a minute and then ever more rarely. A node that doesn't respond
 * keeps nothing closed.
 */
export async function keepAvoiding(
  { avoid, warn, pause, signal }: Deps,
  mode: Mode,
): Promise<void> {
  for (let retryMs = firstRetryMs; ; retryMs = Math.min(2 * retryMs, longestRetryMs)) {
    const avoided = await avoid(mode).catch((error: unknown): Avoided => {
      // The functions end with the instance.
      if (!signal.aborted) {
        warn(`The coming deposit addresses of ${mode} mode could not be looked up: ${error}`)
      }
      return { outcome: 'unread' }
    })
    if ('highest' in avoided) warn(sentenceOf(avoided, mode))
    if (signal.aborted || avoided.outcome !== 'unread') return
    await pause(retryMs, signal).catch(() => undefined)
    if (signal.aborted) return
  }
}

function sentenceOf(
  { outcome, highest }: Extract<Avoided, { highest: number }>,
  mode: Mode,
): string {
  const found = `Deposit address ${highest} of ${mode} mode is in use, and this folder doesn't know of it.`
  const search = `npm run operate -- restore --mode ${mode}`
  return outcome === 'skipped'
    ? `${found} New sessions begin 10,000 after it. To find money of lost sessions: ${search}`
    : `${found} It is the second within a day, so no new session is opened until you have run: ${search}`
}
