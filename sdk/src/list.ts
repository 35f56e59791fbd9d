import type { Call, Send } from './call.ts'

/** One page of a list in the API. */
type Page<Item> = { data: readonly Item[]; hasMore: boolean; nextCursor: string | null }

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

/** A page number sets the start, so it can't be combined with a cursor. */
function callForNext(call: Call, { hasMore, nextCursor }: Page<unknown>): Call | undefined {
  const { page: _, ...query } = { page: undefined, ...call.query }
  return hasMore ? { ...call, query: { ...query, starting_after: nextCursor } } : undefined
}
