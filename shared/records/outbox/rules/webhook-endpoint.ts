import type { Mode } from '../../../kernel/mode.ts'
import type { Sealed } from '../../../kernel/sealed.ts'
import type { EventType } from './event.ts'

/** Why an endpoint is disabled. */
export const inactiveReasons = [
  /** It responded with 410. */
  'receiver_gone',
  /** Only failures for five days. */
  'only_failures',
  /** The merchant or the operator disabled it. */
  'disabled',
  /** It was moved from another instance without its secret, so it has a new one. */
  'moved',
] as const

export type InactiveReason = (typeof inactiveReasons)[number]

/** A URL at which a merchant receives events. */
export type WebhookEndpoint = {
  id: string
  mode: Mode
  url: string
  events: EventType[]
  active: boolean
  /** The whole `whsec_…` text, encrypted. */
  secret: Sealed
  /** Its first 12 characters, to distinguish secrets. */
  secretPrefix: string
  /** The rotated secrets, newest first. Each also signs until it expires. */
  previousSecrets: PreviousSecret[]
  /** Null while it is active. */
  inactiveReason: InactiveReason | null
  inactiveSince: Date | null
  /** Since when every attempt has failed; null after a success. */
  failingSince: Date | null
  createdAt: Date
}

/** Whether it needs somebody: it fails, or it was disabled for another reason than that somebody did. */
export function isFailing({
  active,
  inactiveReason,
  failingSince,
}: Pick<WebhookEndpoint, 'active' | 'inactiveReason' | 'failingSince'>): boolean {
  return active ? failingSince !== null : inactiveReason !== null && inactiveReason !== 'disabled'
}

type PreviousSecret = { secret: Sealed; until: Date }

/** The context that an endpoint's sealed secrets are bound to. */
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
const maxPreviousSecrets = 4

/** The secrets after a rotation to `secret`: the replaced one signs for another 24 hours. */
export function rotatedSecrets(
  { secret: replaced, previousSecrets }: WebhookSecrets,
  { secret, at }: { secret: Sealed; at: Date },
): WebhookSecrets {
  const until = new Date(at.getTime() + rotationSeconds * 1000)
  const previous = [{ secret: replaced, until }, ...validSecrets(previousSecrets, at)]
  return { secret, previousSecrets: previous.slice(0, maxPreviousSecrets) }
}

function validSecrets(secrets: readonly PreviousSecret[], now: Date): PreviousSecret[] {
  return secrets.filter(({ until }) => until > now)
}

const failingDays = 5

/** Whether an endpoint that failed again at `at` has failed for long enough to be disabled. */
export function hasFailedForDays({ failingSince }: WebhookEndpoint, at: Date): boolean {
  if (failingSince === null) return false
  return at.getTime() - failingSince.getTime() >= failingDays * 86_400_000
}

/**
 * The fewest failures in that time: more than the attempts of one event, so that one failed event doesn't disable the
 * endpoint of a quiet shop.
 */
const leastFailures = 10

/** `between` counts the failures between the first and the latest one. */
export function hasFailedOften(between: number): boolean {
  return between + 2 >= leastFailures
}
