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

/** Access tokens that all functions share, for a provider that voids the old one with each new one. */
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
  /** Another base URL than the provider's, on a local instance only. */
  host: string | undefined
  fetch: Fetch
  now: () => Date
  randomBytes: RandomBytes
  tokens: KeptTokens
}

/** An order as a provider is asked for it. */
export type NewOrder = {
  /** `po_` and a ULID. */
  id: string
  sessionId: string
  /** In US dollars. */
  amount: string
  title: string
  email: string | null
  /** Where the customer returns to, also in the frame. */
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

/** A callback as understood. `eventId` is the same for each repetition of it. */
export type ReadCallback =
  | { kind: 'order'; eventId: string; reference: OrderReference; report: OrderReport | null }
  | { kind: 'malformed'; reason: string }

/** What is known of an order when its provider is asked about it. */
type KnownOrder = {
  id: string
  startedAt: Date
  sessionId: string
  vendorId: string | null
  /** Of its latest payment, if one was reported. */
  paymentId: string | null
  queryToken: string | null
}

/** What an order has to pay, and where its coins have to go. */
type Settlement = { currency: string; delivery: Delivery }

/** A field whose value is of one mode only. */
type ModeSign = { field: string; mode: Mode }

type Shape<Credentials> = {
  name: ProviderName
  credentials: z.ZodType<Credentials>
  settlement: (credentials: Credentials) => Settlement
  /** Creates the order, or makes the URL of its widget. Throws `VendorRefused` and `VendorFailed`. */
  start: (account: Account<Credentials>, order: NewOrder) => Promise<StartedOrder>
  verify: (account: Account<Credentials>, callback: ProviderCallback) => Promise<Verification>
  read: (callback: ProviderCallback) => ReadCallback
  /** Whether to ask the provider before a signed callback is believed. */
  isAskedFirst: boolean
  /**
   * What the provider says about the payments of an order; empty if it knows none, or can't be asked without what a
   * callback brings. Throws `VendorRefused` and `VendorFailed`.
   */
  requery: (account: Account<Credentials>, order: KnownOrder) => Promise<readonly OrderReport[]>
  /** The fields that name an account: with the same values that the provider accepts, it is the same account. */
  accountFields: readonly (keyof Credentials & string)[]
  /** Whether only the account itself can ask for its orders, so that finding one proves an account. */
  isQueryOwn: boolean
  /** What the form of credentials says about the mode that they are for; nothing if it says nothing. */
  modeSigns?: (credentials: Credentials) => readonly ModeSign[]
  /** A harmless request that needs the credentials. Throws `VendorRefused` and `VendorFailed`. */
  check: (account: Account<Credentials>) => Promise<void>
  /** The response to a callback that was accepted. */
  reply?: Readonly<Record<string, unknown>>
  /** What its frame may use, as in the `allow` attribute, and which hosts it shows. */
  frame?: { allow: string; hosts: (account: Account<Credentials>) => readonly string[] }
}

/** A hosted payment provider: one file each. Nothing else knows its name. */
export type HostedProvider = Omit<Shape<unknown>, 'accountFields'> &
  ProviderFacts & { accountFields: readonly string[] }

/** Makes a provider that parses its credentials itself, so that all providers have one type. */
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
