import { setTimeout } from 'node:timers/promises'
import type { Mode } from '../../../shared/kernel/mode.ts'
import type { Avoided } from './avoid-used-addresses.ts'

const retryMs = 60_000

type Deps = {
  avoid: (mode: Mode) => Promise<Avoided>
  /** Says something to whoever runs the instance. */
  warn: (text: string) => void
  signal: AbortSignal
}

/** Repeats the question until every node responds; a node that doesn't respond keeps nothing closed. */
export async function keepAvoiding({ avoid, warn, signal }: Deps, mode: Mode): Promise<void> {
  for (;;) {
    const avoided = await avoid(mode).catch((error: unknown): Avoided => {
      // The functions end with the instance.
      if (!signal.aborted)
        warn(`The coming deposit addresses of ${mode} mode could not be looked up: ${error}`)
      return { outcome: 'unread' }
    })
    if (signal.aborted) return
    if (avoided.outcome !== 'unread') {
      if ('highest' in avoided) warn(sentenceOf(avoided, mode))
      return
    }
    await setTimeout(retryMs, undefined, { signal, ref: false }).catch(() => undefined)
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
