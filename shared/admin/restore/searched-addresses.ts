import * as z from 'zod'
import { ServiceError } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import { listCheckoutSessions } from '../../payments/checkout-sessions/store/session-list.ts'
import {
  type HeldAsset,
  loadHoldings,
  pageDueHoldings,
} from '../../payments/holdings/store/holdings.ts'
import { activeSweeps } from '../../payments/holdings/store/sweeps.ts'
import { mayHaveBeenPaid } from './rules/may-have-been-paid.ts'

/** An address whose sweeps may have been lost. */
export type SearchedAddress = Pick<
  HeldAsset,
  'mode' | 'sessionId' | 'shard' | 'address' | 'derivationIndex'
>

/** Addresses to search on these chains, and where to continue; null at the end. */
export type Searched = {
  addresses: SearchedAddress[]
  chainIds: readonly number[]
  next: string | null
}

type Search = { mode: Mode; since: Date; chainIds: readonly number[] }

/** This many are searched for at once. */
const addressesAtOnce = 100

/** A session is open for a day at most, and each choice of a coin may restart its time. */
const longestOpenMs = 3 * 86_400_000

/** A backup doesn't represent a single moment. */
const marginMs = 600_000

/**
 * The next addresses after `after`: first of the sessions that were open when the table was backed up, on all chains,
 * then addresses with something to sweep or a sweep in progress, chain by chain.
 */
export async function searchedAddresses(
  table: Table,
  search: Search,
  after: string | undefined,
): Promise<Searched> {
  const { of, chainId, at } = readPlace(after)
  return of === 'sessions'
    ? openThen(table, search, at)
    : dueThen(table, search, { chainId, after: at })
}

const place = z.discriminatedUnion('of', [
  z.object({ of: z.literal('sessions'), chainId: z.undefined(), at: z.string().optional() }),
  z.object({ of: z.literal('holdings'), chainId: z.coerce.number(), at: z.string().optional() }),
])

/** Reads `sessions/cs_…` or `holdings/8453/…`. */
function readPlace(text = 'sessions/'): z.output<typeof place> {
  const [, of, chainId, at] = /^(sessions|holdings)\/(?:(\d+)\/)?(.*)$/.exec(text) ?? []
  const { data } = place.safeParse({ of, chainId, at: at || undefined })
  if (data) return data
  const message = 'after must be what the page before returned as next.'
  throw new ServiceError('parameter_invalid', message, { param: 'after' })
}

/** Reads as many pages as it takes: most sessions of these days were already paid or over. */
async function openThen(
  table: Table,
  { mode, since, chainIds }: Search,
  before: string | undefined,
): Promise<Searched> {
  const createdAfter = new Date(since.getTime() - longestOpenMs)
  const createdBefore = new Date(since.getTime() + marginMs)
  const addresses: SearchedAddress[] = []
  let next: string | null | undefined = before
  do {
    const filter = { mode, createdAfter, createdBefore, before: next }
    const page = await listCheckoutSessions(table, filter, { limit: addressesAtOnce })
    const open = page.items.filter((session) => mayHaveBeenPaid(session, since))
    addresses.push(...open.map(({ id, ...session }) => searched({ ...session, sessionId: id })))
    next = page.nextCursor
  } while (next && addresses.length < addressesAtOnce)
  return { addresses, chainIds, next: next ? `sessions/${next}` : holdingsOf(chainIds[0]) }
}

/** Addresses with money that was paid before the backup, and perhaps swept since. */
async function dueThen(
  table: Table,
  { mode, chainIds }: Search,
  { chainId, after }: { chainId: number; after: string | undefined },
): Promise<Searched> {
  const page = { mode, chainId, after, limit: addressesAtOnce }
  const [{ holdings, next }, underWay] = await Promise.all([
    pageDueHoldings(table, page),
    after === undefined ? holdingsUnderWay(table, page) : [],
  ])
  const all = [...underWay, ...holdings]
  const bySession = new Map(all.map((held) => [held.sessionId, searched(held)]))
  const following = chainIds[chainIds.indexOf(chainId) + 1]
  return {
    addresses: [...bySession.values()],
    chainIds: [chainId],
    next: next ? `holdings/${chainId}/${next}` : holdingsOf(following),
  }
}

/** Holdings of sweeps planned at the backup and signed since: they aren't due, and the table lacks the hashes. */
async function holdingsUnderWay(
  table: Table,
  { mode, chainId }: { mode: Mode; chainId: number },
): Promise<HeldAsset[]> {
  const sweeps = await activeSweeps(table, { mode, chainId })
  const sessionIds = new Set(sweeps.flatMap(({ items }) => items.map((item) => item.sessionId)))
  const held = [...sessionIds].map((sessionId) => loadHoldings(table, { mode, sessionId }))
  return (await Promise.all(held)).flat()
}

function holdingsOf(chainId: number | undefined): string | null {
  return chainId === undefined ? null : `holdings/${chainId}/`
}

function searched({ mode, sessionId, shard, address, derivationIndex }: SearchedAddress) {
  return { mode, sessionId, ...(shard && { shard }), address, derivationIndex }
}
