import type { Event, EventType } from '../src/index.ts'
import type { TerminalDeps } from './listen.ts'
import { scenes } from './scenes.ts'
import { testWallet } from './test-wallet.ts'

const pollMs = 1_000

/** Causes an event with a new session and play money, and resolves once the API has it. */
export async function trigger(
  deps: TerminalDeps,
  { event: wanted, baseUrl }: { event: string; baseUrl: string },
): Promise<void> {
  const { quittance, print, signal } = deps
  const type = typeNamed(wanted)
  const play = scenes[type]
  if (!play) {
    throw new Error(
      `An operator causes ${type}: trigger refund.ready, then run npm run operate -- refunds record re_… --reference "bank" --note "why" in the instance's folder.`,
    )
  }
  const amount = { value: '10.00', currency: 'USD' }
  const session = await quittance.checkoutSessions.create({ amount, metadata: { trigger: type } })
  print(`session ${session.id}: ${session.amount.formatted} ${session.asset}`)
  const hear = (heard: EventType, sessionId: string) => firstEvent(deps, heard, sessionId)
  await play({ quittance, hear, ...testWallet(baseUrl, { print, signal }) }, session)
  const { id } = await hear(type, session.id)
  print(`${type}  ${id}`)
}

function typeNamed(wanted: string): EventType {
  const known = eventNames.find((name) => name === wanted)
  if (known) return known
  throw new Error(`There is no event "${wanted}". Use one of ${eventNames.join(', ')}.`)
}

export const eventNames = Object.keys(scenes).filter((name): name is EventType => name in scenes)

async function firstEvent(
  { quittance, print, wait, signal }: TerminalDeps,
  type: EventType,
  sessionId: string,
): Promise<Event> {
  print(`waiting for ${type}${slow[type] ?? ''}`)
  for (;;) {
    const { data } = await quittance.events.list({ sessionId, type, limit: 1 }, { signal })
    if (data[0]) return data[0]
    await wait(pollMs)
  }
}

const slow: Partial<Record<EventType, string>> = {
  'session.failed': ', an hour after the payment is gone (FAILED_AFTER_SECONDS of npm start)',
  'session.unmatched_deposit':
    ', within ten minutes (sooner with npm run operate -- sessions check, in the folder of the instance)',
}
