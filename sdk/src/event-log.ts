import { Events } from './generated/resources.ts'
import type { Event, ListEventsQuery } from './generated/types.ts'

export type SinceOptions = {
  /**
   * How many seconds before `since` the search starts. An event becomes visible shortly after its `createdAt`, and events
   * don't always become visible in that order; the overlap covers this. Default 300.
   */
  overlapSeconds?: number
  type?: ListEventsQuery['type']
  signal?: AbortSignal
}

/** The events of an instance, with a method to catch up. */
export class EventLog extends Events {
  /**
   * Returns all events created since then, minus the overlap, from all pages, oldest first. Use it to catch up after an
   * outage of your webhook endpoint. Handle the events, then store the `createdAt` of the last one as `since` for the next
   * run. Don't use the time of an event that you received by webhook, because an earlier one may have been missed. Events
   * within the overlap are returned again: skip those with an `id` that you have already handled.
   * Throws `TypeError` if `since` isn't a valid time, and `QuittanceError`.
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
