import { setTimeout } from 'node:timers/promises'
import { followSession, type SessionNews } from '../../shared/checkout-sessions/follow-session.ts'
import { checkoutPage } from '../deps/checkout-page.ts'
import { viewerAddress } from '../deps/viewer-address.ts'
import { streamHandler } from '../handlers/stream-handler.ts'

const deps = { ...checkoutPage(), wait: (milliseconds: number) => setTimeout(milliseconds) }

/** How soon the browser connects again when a stream has ended. */
const retryMs = 1000

/** Server-sent events: `session` with the view and its version as id, `heartbeat` in between. */
export const handler = streamHandler(async (event, left) => {
  const id = event.pathParameters?.['id'] ?? ''
  const news = await followSession(deps, { id, viewerAddress: viewerAddress(event), left })
  return frames(news)
})

async function* frames(news: AsyncIterable<SessionNews>): AsyncGenerator<string> {
  yield `retry: ${retryMs}\n\n`
  for await (const piece of news) yield frame(piece)
}

/** A heartbeat is an event, not a comment: the page has to notice when it stays away. */
function frame(news: SessionNews): string {
  if (news.type === 'heartbeat') return 'event: heartbeat\ndata: {}\n\n'
  const { view } = news
  return `event: session\nid: ${view.version}\ndata: ${JSON.stringify(view)}\n\n`
}
