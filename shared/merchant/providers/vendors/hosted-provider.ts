import type * as z from 'zod'
import type { Fetch } from '../../../http/client/guarded-fetch.ts'
import type { RandomBytes } from '../../../kernel/ids.ts'
import type { Mode } from '../../../kernel/mode.ts'
import {
  type ProviderFacts,
  type ProviderName,
  providerFacts,
} from '../../../records/integrations/rules/provider-name.ts'
import type { Delivery, OrderReference, OrderReport } from '../rules/order-report.ts'

/** Access tokens that all functions share, for a provider that revokes the old token with each new one. */
export type KeptTokens = {
  /** The newest first, then the one before it, which may still sign. */
  read: () => Promise<readonly string[]>
  /** Replaces `stale`, unless another function already did; one function at a time. Returns the token to use. */
  renew: (stale: string | undefined, request: () => Promise<string>) => Promise<string>
}

/** An account with a provider, and what calls to it need. */
export type Account<Credentials = unknown> = {
  credentials: Credentials
  /** Whether to use the provider's sandbox: always in test mode, never in live mode. */
  sandbox: boolean
  /** Replaces the provider's base URL, on a local instance only. */
  host: string | undefined
  fetch: Fetch
  now: () => Date
  randomBytes: RandomBytes
  tokens: KeptTokens
}

export type NewOrder = {
  /** `po_` and a ULID. */
  id: string
  sessionId: string
  /** In US dollars. */
  amount: string
  title: string
  email: string | null
  /** Where the customer returns to, including in the frame. */
  returnUrl: string
  webhookUrl: string
  /** The customer's network address. */
  viewerAddress: string
}

/** `vendorId` is the provider's id of the order, if it has one already. */
export type StartedOrder = { url: string; vendorId: string | null }

export type ProviderCallback = {
  /** The bytes as received: signatures cover them. */
  rawBody: Uint8Array
  headers: Readonly<Record<string, string | undefined>>
  query: Readonly<Record<string, string | undefined>>
  /** The path of our URL, which one provider signs. */
  path: string
}

/** `unsigned` means that the callback is only a hint to ask the provider. */
export type Verification = 'signed' | 'unsigned' | 'forged'

/** A parsed callback. Each repetition has the same `eventId`. */
export type ReadCallback =
  | { kind: 'order'; eventId: string; reference: OrderReference; report: OrderReport | null }
  | { kind: 'malformed'; reason: string }

type KnownOrder = {
  id: string
  startedAt: Date
  sessionId: string
  vendorId: string | null
  /** The id of its latest payment, if one was reported. */
  paymentId: string | null
  queryToken: string | null
}

type Settlement = { currency: string; delivery: Delivery }

/** A field whose value is valid in one mode only. */
type ModeSign = { field: string; mode: Mode }

type Shape<Credentials> = {
  name: ProviderName
  credentials: z.ZodType<Credentials>
  settlement: (credentials: Credentials) => Settlement
  /** Creates the order, or the URL of its widget. Throws `VendorRefused` and `VendorFailed`. */
  start: (account: Account<Credentials>, order: NewOrder) => Promise<StartedOrder>
  verify: (account: Account<Credentials>, callback: ProviderCallback) => Promise<Verification>
  read: (callback: ProviderCallback) => ReadCallback
  /** Whether to query the provider before a signed callback is trusted. */
  isAskedFirst: boolean
  /**
   * The provider's reports on the payments of an order; empty if it knows none, or can't be queried without data from a
   * callback. Throws `VendorRefused` and `VendorFailed`.
   */
  requery: (account: Account<Credentials>, order: KnownOrder) => Promise<readonly OrderReport[]>
  /** The fields that identify an account: credentials with the same valid values are of the same account. */
  accountFields: readonly (keyof Credentials & string)[]
  /** Whether only the account itself can query its orders, so that finding one proves an account. */
  isQueryOwn: boolean
  /** Modes that the format of credentials reveals; empty if it reveals none. */
  modeSigns?: (credentials: Credentials) => readonly ModeSign[]
  /** A harmless request that needs the credentials. Throws `VendorRefused` and `VendorFailed`. */
  check: (account: Account<Credentials>) => Promise<void>
  /** The response to an accepted callback. */
  reply?: Readonly<Record<string, unknown>>
  /** The permissions of its frame, as in the `allow` attribute, and the hosts that it shows. */
  frame?: { allow: string; hosts: (account: Account<Credentials>) => readonly string[] }
}

/** A hosted payment provider, in its own file. No other code knows its name. */
export type HostedProvider = Omit<Shape<unknown>, 'accountFields'> &
  ProviderFacts & { accountFields: readonly string[] }

/** Creates a provider that parses its credentials itself, so that all providers have one type. */
export function hostedProvider<Credentials>(shape: Shape<Credentials>): HostedProvider {
  const parsed = (account: Account): Account<Credentials> => ({
    ...account,
    credentials: shape.credentials.parse(account.credentials),
  })
  const { frame, modeSigns, accountFields, ...rest } = shape
  return {
    ...rest,
    accountFields,
    ...providerFacts[shape.name],
    settlement: (credentials) => shape.settlement(shape.credentials.parse(credentials)),
    start: (account, order) => shape.start(parsed(account), order),
    verify: (account, callback) => shape.verify(parsed(account), callback),
    requery: (account, order) => shape.requery(parsed(account), order),
    check: (account) => shape.check(parsed(account)),
    ...(modeSigns && {
      modeSigns: (credentials: unknown) => modeSigns(shape.credentials.parse(credentials)),
    }),
    ...(frame && {
      frame: { allow: frame.allow, hosts: (account: Account) => frame.hosts(parsed(account)) },
    }),
  }
}

type Hosts = { live: string; sandbox: string }

/** The provider's base URL for the account; on a local instance, the same path on the given host. */
export function baseUrlOf(
  { sandbox, host }: Pick<Account, 'sandbox' | 'host'>,
  hosts: Hosts,
): string {
  const url = sandbox ? hosts.sandbox : hosts.live
  if (host === undefined) return url
  const { pathname } = new URL(url)
  return `${host.replace(/\/$/, '')}${pathname === '/' ? '' : pathname}`
}
