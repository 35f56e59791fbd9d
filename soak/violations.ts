import { createClient, getAddress, http } from 'viem'
import { getBalance } from 'viem/actions'
import type { CheckoutSessionBody } from '../shared/payments/checkout-sessions/wire/checkout-session.ts'
import type { RunningInstance } from '../test/instance.ts'
import type { WebhookReceiver } from '../test/webhook-receiver.ts'
import type { Visit } from './customers.ts'
import type { Shop, SoakEvent } from './merchant.ts'

/** The state after everything has settled. */
export type Outcome = {
  visits: readonly Visit[]
  sessions: readonly CheckoutSessionBody[]
  events: readonly SoakEvent[]
  receiver: WebhookReceiver
  /** The balance of each session's address, by session. */
  balances: ReadonlyMap<string, bigint>
}

export async function outcomeOf(
  { instance }: RunningInstance,
  { shop, visits, receiver }: { shop: Shop; visits: readonly Visit[]; receiver: WebhookReceiver },
): Promise<Outcome> {
  const [sessions, events] = await Promise.all([shop.sessions(), shop.events()])
  const balances = new Map<string, bigint>()
  for (const { id, chainId, address } of sessions) {
    const chain = instance.chains.find((one) => one.chainId === chainId)
    const node = createClient({ transport: http(chain?.rpcUrl) })
    balances.set(id, await getBalance(node, { address: getAddress(address) }))
  }
  return { visits, sessions, events, receiver, balances }
}

export function violations(outcome: Outcome): string[] {
  const { visits, sessions } = outcome
  return [
    ...repeated(sessions.map(({ metadata }) => String(metadata?.['label']))).map(
      (label) => `${label} made more than one session`,
    ),
    ...repeated(sessions.map(({ address }) => address)).map(
      (address) => `${address} belongs to more than one session`,
    ),
    ...visits
      .filter(({ session }) => !sessions.some(({ id }) => id === session.id))
      .map(({ label }) => `the session of ${label} is missing`),
    ...sessions.flatMap((session) => [
      ...wrongStatus(outcome, session),
      ...wrongEvents(outcome, session),
      ...untold(outcome, session),
    ]),
  ]
}

/** The chain decides the correct status. */
function wrongStatus({ balances }: Outcome, { id, status, amount }: CheckoutSessionBody): string[] {
  const held = balances.get(id) ?? 0n
  const due = BigInt(amount.base)
  return rightStatuses(held, due).includes(status)
    ? []
    : [`${id} is ${status} with ${held} of ${due}`]
}

function rightStatuses(held: bigint, due: bigint): readonly string[] {
  if (held >= due) return ['paid', 'paid_late']
  return held > 0n ? ['underpaid'] : ['expired']
}

function wrongEvents({ events }: Outcome, { id, status }: CheckoutSessionBody): string[] {
  const own = events
    .filter(({ data }) => data.id === id)
    .toSorted((a, b) => a.data.sequence - b.data.sequence)
  const types = own.map(({ type }) => type)
  const isNumbered = own.every(({ data }, index) => data.sequence === index + 1)
  const isOnce = repeated(types).length === 0
  const isWhole = types.at(-1) === `session.${status}`
  return isNumbered && isOnce && isWhole
    ? []
    : [`${id} is ${status}, its events are ${own.map((e) => `${e.data.sequence} ${e.type}`)}`]
}

/** Events that the merchant never accepted, or whose signature was invalid. */
function untold({ events, receiver }: Outcome, { id }: CheckoutSessionBody): string[] {
  const told = new Set(
    receiver.deliveries
      .filter(({ verified, status }) => verified && status === 200)
      .map(({ event }) => event.id),
  )
  return events
    .filter((event) => event.data.id === id && !told.has(event.id))
    .map((event) => `${event.type} of ${id} was not delivered`)
}

function repeated<Value>(values: readonly Value[]): Value[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}
