import * as z from 'zod'
import { type IdKind, idPattern } from '../ids.ts'
import type { Page } from '../page.ts'
import { fieldErrors } from './field-problem.ts'
import { failsWith } from './primitives.ts'

const maxLimit = 100

/** A whole number in a query string, from 1 to `most`. */
export function countParameter(most: number, otherwise: number) {
  const error = `must be a whole number from 1 to ${most}`
  return z.lazy(() =>
    z
      .preprocess(
        (text) => (typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : text),
        z.int({ error }).min(1, { error }).max(most, { error }),
      )
      .default(otherwise)
      .meta({ type: 'integer', minimum: 1, maximum: most, default: otherwise }),
  )
}

const limit = countParameter(maxLimit, 25)

/** Query parameters of a list of this kind; extend them with its filters. */
export function cursorQuery(kind: IdKind) {
  return z.strictObject({
    limit,
    starting_after: z.lazy(() => cursor(idPattern(kind)).optional()),
  })
}

export const cursorSentences = {
  no_cursor: 'must be the nextCursor of an earlier page of this list',
} as const

/** A position in a list whose positions have this pattern. */
export function cursor(pattern: string) {
  const form = new RegExp(pattern)
  return z
    .string()
    .refine((text) => form.test(text), {
      error: fieldErrors(cursorSentences)('no_cursor'),
      ...failsWith('invalid_cursor'),
    })
    .meta({ pattern })
}

/** The form in which many languages write UTC; its + arrives as a space if it wasn't percent-encoded. */
const zeroOffset = /[+ ]00:00$/

const time = z.lazy(() =>
  z.preprocess(
    (text) => (typeof text === 'string' ? text.replace(zeroOffset, 'Z') : text),
    z.iso.datetime({
      error: 'must be an ISO 8601 time in UTC, such as 2026-03-01T12:00:00.000Z',
    }),
  ),
)

/** Digits beyond the millisecond precision of resources. */
const beyondMilliseconds = /\.\d{3}0*[1-9]\d*Z$/

/** Filters by the time of creation, both ends included. */
export const createdFilters = {
  createdAfter: z.lazy(() =>
    time
      .transform((text) => {
        const rounded = new Date(text).getTime() + (beyondMilliseconds.test(text) ? 1 : 0)
        return new Date(rounded)
      })
      .optional(),
  ),
  createdBefore: z.lazy(() => time.transform((text) => new Date(text)).optional()),
} as const

/** The envelope of a list; `id` names it in the API description. */
export function cursorList<Item extends z.ZodType>(item: Item, id: string) {
  return z.lazy(() =>
    z
      .object({ data: z.array(item), hasMore: z.boolean(), nextCursor: z.string().nullable() })
      .meta({ id }),
  )
}

export type CursorPage<Body> = { data: Body[]; hasMore: boolean; nextCursor: string | null }

export function presentPage<Item, Body>(
  { items, nextCursor }: Page<Item>,
  present: (item: Item) => Body,
): CursorPage<Body> {
  return { data: items.map(present), hasMore: nextCursor !== null, nextCursor }
}
