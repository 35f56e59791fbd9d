import * as z from 'zod'
import { customer } from '../../kernel/operation/caller.ts'
import { ok, operation } from '../../kernel/operation/operation.ts'
import { pageInput, type StreamRequest } from '../../kernel/operation/page-request.ts'
import { type FollowSessionDeps, followSession, type SessionUpdate } from './follow-session.ts'

/** How soon the browser reconnects after a stream ended. */
const retryMs = 1000

export const streamSession = operation({
  name: 'stream-session',
  route: 'GET /api/checkout/sessions/{id}/stream',
  caller: customer,
  input: pageInput,
  output: ok(z.string()),
  errors: ['resource_not_found', 'rate_limit_exceeded'],
  touches: { table: 'read', counts: true, sends: ['scans'] },
  streaming: true,
  // A stream lasts 30 seconds.
  needs: { memoryMb: 256, timeoutSeconds: 40 },
  docs: {
    tag: 'Checkout',
    summary: 'Follow a checkout session',
    description:
      'Server-sent events: `session` with the session and its version as id, `heartbeat` in between.',
  },
})

/** Throws what `followSession` throws, before the first frame. */
export async function runStreamSession(
  services: FollowSessionDeps,
  request: StreamRequest,
): Promise<AsyncGenerator<string>> {
  return frames(await followSession(services, request))
}

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
