import { expect } from 'vitest'
import * as z from 'zod'
import type { HttpResponse } from '../shared/http/http-message.ts'

const envelope = z.strictObject({
  data: z.array(z.looseObject({ id: z.string() })),
  hasMore: z.boolean(),
  nextCursor: z.string().nullable(),
})

/** Returns the body of a page. Fails unless its envelope is valid. */
export function pageOf(response: HttpResponse) {
  expect(response.statusCode, response.body).toBe(200)
  const page = envelope.parse(JSON.parse(response.body))
  expect(page.hasMore).toBe(page.nextCursor !== null)
  return page
}

/** Returns the ids of a list from all of its pages, in order. */
export async function walkList(
  list: (query: string) => Promise<HttpResponse>,
  query: Record<string, string>,
  { limit, afterPage = async () => {} }: { limit: number; afterPage?: () => Promise<unknown> },
): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const position = cursor === '' ? {} : { starting_after: cursor }
    const parameters = new URLSearchParams({ ...query, ...position, limit: String(limit) })
    const page = pageOf(await list(parameters.toString()))
    expect(page.data.length).toBeLessThanOrEqual(limit)
    ids.push(...page.data.map(({ id }) => id))
    cursor = page.nextCursor
    await afterPage()
  }
  return ids
}
