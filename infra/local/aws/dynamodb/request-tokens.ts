import { createHash } from 'node:crypto'
import * as z from 'zod'
import { WireError } from '../wire-error.ts'
import type { Database } from './dynalite.ts'
import type { Change } from './table-store.ts'

/** A request's token, and a hash of its other parameters. */
type IdentifiedRequest = { token: string; fingerprint: string }

export type RequestTokens = {
  /** Whether the same request was committed in the last 10 minutes. Throws if the token was used for another one. */
  isRepeated: (request: IdentifiedRequest) => boolean
  /** Stores the token in the same commit as the request's effect. */
  remember: (request: IdentifiedRequest, change: Change) => void
}

const rememberedMs = 10 * 60_000
const prefix = 'transact-token~'
const stored = z.object({ fingerprint: z.string(), at: z.number() })
type Entry = z.output<typeof stored>

/** Implements ClientRequestToken: the SDK repeats a transaction whose response was lost, and it must not run twice. */
export async function loadRequestTokens(
  database: Database,
  now: () => Date,
): Promise<RequestTokens> {
  const entries = await readEntries(database)

  function forgetOld(change: Change): void {
    for (const [token, { at }] of entries) {
      if (now().getTime() - at < rememberedMs) return
      entries.delete(token)
      change.note(prefix + token, undefined)
    }
  }

  return {
    isRepeated: ({ token, fingerprint }) => {
      const entry = entries.get(token)
      if (!entry || now().getTime() - entry.at >= rememberedMs) return false
      if (entry.fingerprint === fingerprint) return true
      throw new WireError(
        'IdempotentParameterMismatchException',
        'the token was used with other parameters',
      )
    },
    remember: ({ token, fingerprint }, change) => {
      forgetOld(change)
      const entry = { fingerprint, at: now().getTime() }
      entries.set(token, entry)
      change.note(prefix + token, entry)
    },
  }
}

/** Returns the oldest first, so that deleting old entries can stop at the first recent one. */
async function readEntries(database: Database): Promise<Map<string, Entry>> {
  const entries: Array<[string, Entry]> = []
  for await (const [key, value] of database.iterator({ gte: prefix, lt: `${prefix}~` })) {
    entries.push([key.slice(prefix.length), stored.parse(value)])
  }
  return new Map(entries.sort(([, a], [, b]) => a.at - b.at))
}

export function identifyRequest(token: string, parameters: unknown): IdentifiedRequest {
  const text = JSON.stringify(parameters)
  return { token, fingerprint: createHash('sha256').update(text).digest('base64') }
}
