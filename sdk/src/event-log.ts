import { Events } from './generated/resources.ts'
import type { Event, ListEventsQuery } from './generated/types.ts'

export type SinceOptions = {
  /**
   * How far before `since` the search begins, in seconds. An event becomes visible shortly after its `createdAt`, and
   * two events not always in that order; the overlap covers this. Default 300.
   */
  overlapSeconds?: number
  type?: ListEventsQuery['type']
  signal?: AbortSignal
}

/** The events of an instance, and what catches up with them. */
export class EventLog extends Events {
  /**
   * All events created since then, less the overlap, from all pages, oldest first: what to read after an outage of your
   * webhook endpoint. Handle them, then keep the `createdAt` of the last one as `since` of the next run; the time of an
   * event that came by webhook won't do, since an earlier one may have been missed. Events within the overlap come again:
   * skip those whose `id` you have handled. The array holds everything that was found.
   * Throws `TypeError` if `since` is no time, and `QuittanceError`.
   */
  async since(
    since: Date | string,
    { overlapSeconds = 300, type, signal }: SinceOptions = {},
  ): Promise<Event[]> {
    const from = new Date(since).getTime() - overlapSeconds * 1000
    if (Number.isNaN(from)) {
      throw new TypeError('since must be a Date or an ISO 8601 time, such as 2026-01-31T12:00:00Z.')
    }
    const createdAfter = new Date(from).toISOString()
    const query: ListEventsQuery = { createdAfter, limit: 100, ...(type && { type }) }
    const newestFirst: Event[] = []
    for await (const event of this.list(query, signal ? { signal } : {})) newestFirst.push(event)
    return newestFirst.reverse()
  }
}
