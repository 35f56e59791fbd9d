import type { Call, Send } from './call.ts'

/** One page as the API answers it: either with a cursor, or numbered. */
type Page<Item> =
  | { data: readonly Item[]; hasMore: boolean; nextCursor: string | null }
  | { data: readonly Item[]; total: number; page: number; limit: number }

/** Await it for one page; iterate over it for the items of all pages, which are asked for as they are needed. */
export type List<Item, AnswerPage> = PromiseLike<AnswerPage> & AsyncIterable<Item>

/** Makes a list of the call for its first page. Nothing is sent before the list is used. */
export function listOf<Item, AnswerPage extends Page<Item>>(
  send: Send,
  call: Call,
): List<Item, AnswerPage> {
  return {
    // biome-ignore lint/suspicious/noThenProperty: awaiting the list is one page of it
    then: (done, failed) => send<AnswerPage>(call).then(done, failed),
    async *[Symbol.asyncIterator]() {
      for (let next: Call | undefined = call; next; ) {
        const page: AnswerPage = await send<AnswerPage>(next)
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
