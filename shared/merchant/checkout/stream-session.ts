import { setTimeout } from 'node:timers/promises'
import * as z from 'zod'
import { ok } from '../../kernel/operation/operation.ts'
import { streamOperation } from '../../kernel/operation/page-operation.ts'
import { pageInput } from '../../kernel/operation/page-request.ts'
import { type FollowSessionDeps, followSession, type SessionUpdate } from './follow-session.ts'
import { pageServices } from './page-services.ts'

/** How soon the browser reconnects after a stream ended. */
const retryMs = 1000

export const streamSession = streamOperation({
  name: 'stream-session',
  route: 'GET /api/checkout/sessions/{id}/stream',
  input: pageInput,
  output: ok(z.string()),
  errors: ['resource_not_found', 'rate_limit_exceeded'],
  touches: { table: 'read', counts: true, sends: ['scans'] },
  // A stream lasts 30 seconds.
  limits: { memoryMb: 256, timeoutSeconds: 40 },
  docs: {
    tag: 'Checkout',
    summary: 'Follow a checkout session',
    description:
      'Server-sent events: `session` with the session and its version as id, `heartbeat` in between.',
  },
  needs: (config, given) => ({
    ...pageServices(config, given),
    wait: (milliseconds: number) => setTimeout(milliseconds),
    mostStreams: config('MOST_STREAMS'),
  }),
  /** Throws what `followSession` throws, before the first frame. */
  async run(services: FollowSessionDeps, request) {
    return frames(await followSession(services, request))
  },
})

async function* frames(updates: AsyncIterable<SessionUpdate>): AsyncGenerator<string> {
  yield `retry: ${retryMs}\n\n`
  for await (const update of updates) yield frame(update)
}

/** A heartbeat is an event, not a comment, because the page has to notice when it is missing. */
function frame(update: SessionUpdate): string {
  if (update.type === 'heartbeat') return 'event: heartbeat\ndata: {}\n\n'
  const { view } = update
  return `event: session\nid: ${view.version}\ndata: ${JSON.stringify(view)}\n\n`
}
