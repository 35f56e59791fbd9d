import type { EventType } from '../../events/rules/event.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Sealed } from '../../kernel/sealed.ts'

/** Why an endpoint is switched off. */
export const inactiveReasons = [
  /** It answered 410. */
  'receiver_gone',
  /** Nothing but failures for five days. */
  'only_failures',
  /** Its owner did it. */
  'switched_off',
] as const

export type InactiveReason = (typeof inactiveReasons)[number]

/** Where a merchant receives events. */
export type WebhookEndpoint = {
  id: string
  mode: Mode
  url: string
  events: EventType[]
  active: boolean
  /** The whole `whsec_…` text, encrypted. */
  secret: Sealed
  /** Its first 12 characters, to tell secrets apart. */
  secretPrefix: string
  /** What rotations replaced, newest first; each signs beside the secret until its end. */
  previousSecrets: PreviousSecret[]
  /** Null while it is active. */
  inactiveReason: InactiveReason | null
  inactiveSince: Date | null
  /** Since when every attempt has failed; null after a success. */
  failingSince: Date | null
  createdAt: Date
}

type PreviousSecret = { secret: Sealed; until: Date }

/** What an endpoint's sealed secrets are bound to. */
export function webhookSecretContext({
  mode,
  id,
}: Pick<WebhookEndpoint, 'mode' | 'id'>): Record<string, string> {
  return { endpointId: id, mode }
}

export type WebhookSecrets = Pick<WebhookEndpoint, 'secret' | 'previousSecrets'>

/** The secrets that sign at `now`, newest first. */
export function signingSecrets(
  { secret, previousSecrets }: WebhookSecrets,
  now: Date,
): [Sealed, ...Sealed[]] {
  return [secret, ...validSecrets(previousSecrets, now).map((previous) => previous.secret)]
}

const rotationSeconds = 24 * 3600
const mostPreviousSecrets = 4

/** The secrets after `secret` took over: what it replaces signs for another 24 hours. */
export function rotatedSecrets(
  { secret: replaced, previousSecrets }: WebhookSecrets,
  { secret, at }: { secret: Sealed; at: Date },
): WebhookSecrets {
  const until = new Date(at.getTime() + rotationSeconds * 1000)
  const previous = [{ secret: replaced, until }, ...validSecrets(previousSecrets, at)]
  return { secret, previousSecrets: previous.slice(0, mostPreviousSecrets) }
}

function validSecrets(secrets: readonly PreviousSecret[], now: Date): PreviousSecret[] {
  return secrets.filter(({ until }) => until > now)
}

const failingDays = 5

/** Whether an endpoint that failed again at `at` has failed for so long that it may be given up. */
export function hasFailedForDays({ failingSince }: WebhookEndpoint, at: Date): boolean {
  if (failingSince === null) return false
  return at.getTime() - failingSince.getTime() >= failingDays * 86_400_000
}

/** So many must have failed in that time: more than the attempts of one event, so that a quiet shop's first is not the last. */
const leastFailures = 10

/** `between` counts the failures between the first and the latest one. */
export function hasFailedOften(between: number): boolean {
  return between + 2 >= leastFailures
}
