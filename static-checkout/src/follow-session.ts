import type { CheckoutView } from '../../shared/checkout-sessions/wire/checkout.ts'
import { openStream, readView, showSession } from './api.ts'

export type Listener = {
  onView: (view: CheckoutView) => void
  /** The service answered, with nothing new. */
  onReached: () => void
  onLost: () => void
  onMissing: () => void
}

export type Follower = { stop: () => void }

const streamOpensWithinMs = 5_000
/** The stream beats every 15 seconds; longer silence means that nobody is there any more. */
const streamSilenceMs = 25_000
const streamErrorsAllowed = 1
const pollMs = 4_000
const pollHiddenMs = 15_000

/**
 * Reports every version of a session until it is closed: by stream while the page is in view, by polling where the
 * stream does not come through or the page is hidden. Coming back into view or online starts over with a fresh look.
 */
export function followSession(id: string, listener: Listener): Follower {
  const over = new AbortController()
  let current: Follower | undefined

  function stop() {
    over.abort()
    current?.stop()
  }
  const told: Listener = {
    ...listener,
    onView: (view) => {
      listener.onView(view)
      if (view.closed) stop()
    },
    onMissing: () => {
      listener.onMissing()
      stop()
    },
  }
  function poll() {
    if (!over.signal.aborted) current = pollSession(id, told)
  }
  function start() {
    current?.stop()
    if (document.hidden) poll()
    else current = streamSession(id, told, poll)
  }

  const { signal } = over
  document.addEventListener('visibilitychange', start, { signal })
  window.addEventListener('online', start, { signal })
  window.addEventListener('pageshow', ({ persisted }) => persisted && start(), { signal })
  start()
  return { stop }
}

/** Calls `onFailure` once where the stream does not open, falls silent or breaks twice without a word in between. */
function streamSession(id: string, listener: Listener, onFailure: () => void): Follower {
  const stream = openStream(id)
  let errors = 0
  let watchdog = window.setTimeout(fail, streamOpensWithinMs)

  function stop() {
    window.clearTimeout(watchdog)
    stream.close()
  }
  function fail() {
    stop()
    onFailure()
  }
  function hear() {
    errors = 0
    window.clearTimeout(watchdog)
    watchdog = window.setTimeout(fail, streamSilenceMs)
  }
  stream.addEventListener('session', ({ data }: MessageEvent<string>) => {
    hear()
    const view = readView(data)
    if (view) listener.onView(view)
    else fail()
  })
  stream.addEventListener('heartbeat', () => {
    hear()
    listener.onReached()
  })
  stream.addEventListener('error', () => {
    errors++
    if (errors > streamErrorsAllowed || stream.readyState === EventSource.CLOSED) fail()
  })
  return { stop }
}

function pollSession(id: string, listener: Listener): Follower {
  let etag: string | null = null
  let timer: number | undefined
  let isStopped = false

  async function look() {
    const answer = await showSession(id, etag)
    if (isStopped) return
    timer = window.setTimeout(look, document.hidden ? pollHiddenMs : pollMs)
    if (answer.kind === 'unreachable') return listener.onLost()
    if (answer.kind === 'unchanged') return listener.onReached()
    if (answer.kind === 'refused') return refused(answer.code)
    etag = answer.etag
    listener.onView(answer.body)
  }
  function refused(code: string) {
    if (code === 'resource_not_found') listener.onMissing()
    else listener.onLost()
  }
  void look()
  return {
    stop: () => {
      isStopped = true
      window.clearTimeout(timer)
    },
  }
}
