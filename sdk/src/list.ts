import type { Call, Send } from './call.ts'

/** One page of a list in the API: either with a cursor, or numbered. */
type Page<Item> =
  | { data: readonly Item[]; hasMore: boolean; nextCursor: string | null }
  | { data: readonly Item[]; total: number; page: number; limit: number }

/** Await it for one page, or iterate over it for the items of all pages, which are requested as needed. */
export type List<Item, ListPage> = PromiseLike<ListPage> & AsyncIterable<Item>

/** Creates a list from the call for its first page. Nothing is sent until the list is used. */
export function listOf<Item, ListPage extends Page<Item>>(
  send: Send,
  call: Call,
): List<Item, ListPage> {
  return {
    // biome-ignore lint/suspicious/noThenProperty: awaiting the list returns one page
    then: (done, failed) => send<ListPage>(call).then(done, failed),
    async *[Symbol.asyncIterator]() {
      for (let next: Call | undefined = call; next; ) {
        const page: ListPage = await send<ListPage>(next)
        yield* page.data
        next = callForNext(next, page)
      }
    },
  }
}

function callForNext(call: Call, page: Page<unknown>): Call | undefined {
  if ('hasMore' in page) {
    const { hasMore, nextCursor } = page
    return hasMore ? { ...call, query: { ...call.query, starting_after: nextCursor } } : undefined
  }
  const isLast = page.data.length === 0 || page.page * page.limit >= page.total
  return isLast ? undefined : { ...call, query: { ...call.query, page: page.page + 1 } }
}
