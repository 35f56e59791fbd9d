import type { CheckoutView } from '../../shared/checkout-sessions/wire/checkout.ts'
import { openStream, readView, showSession } from './api.ts'

export type Listener = {
  onView: (view: CheckoutView) => void
  /** The service responded, but nothing has changed. */
  onReached: () => void
  /** Something is in the way; `isOffline` if the device says so itself. */
  onLost: (isOffline: boolean) => void
  onMissing: () => void
}

export type Follower = { stop: () => void }

const streamOpensWithinMs = 5_000
/** The stream sends a heartbeat every 15 seconds; longer silence means that the connection is lost. */
const streamSilenceMs = 25_000
const streamErrorsAllowed = 1
/** The browser opens a stream again when it ends; one that doesn't come back within this time is lost. */
const streamReturnsWithinMs = 6_000
const pollMs = 4_000
const pollHiddenMs = 15_000

/**
 * Reports every version of a session until it is closed: with a stream while the page is visible, and with polling if the
 * stream fails or the page is hidden. Starts over when the page becomes visible or the browser comes online.
 */
export function followSession(id: string, listener: Listener): Follower {
  const over = new AbortController()
  let current: Follower | undefined

  function stop() {
    over.abort()
    current?.stop()
  }
  const untilClosed: Listener = {
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
    if (!over.signal.aborted) current = pollSession(id, untilClosed)
  }
  function start() {
    current?.stop()
    if (document.hidden) poll()
    else current = streamSession(id, untilClosed, poll)
  }

  function goOffline() {
    current?.stop()
    listener.onLost(true)
  }

  const { signal } = over
  document.addEventListener('visibilitychange', start, { signal })
  window.addEventListener('online', start, { signal })
  window.addEventListener('offline', goOffline, { signal })
  window.addEventListener('pageshow', ({ persisted }) => persisted && start(), { signal })
  if (navigator.onLine) start()
  else goOffline()
  return { stop }
}

/** Calls `onFailure` once if the stream doesn't open, falls silent, or fails twice without an event in between. */
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
  function keepAlive() {
    errors = 0
    window.clearTimeout(watchdog)
    watchdog = window.setTimeout(fail, streamSilenceMs)
  }
  stream.addEventListener('session', ({ data }: MessageEvent<string>) => {
    keepAlive()
    const view = readView(data)
    if (view) listener.onView(view)
    else fail()
  })
  stream.addEventListener('heartbeat', () => {
    keepAlive()
    listener.onReached()
  })
  stream.addEventListener('error', () => {
    errors++
    window.clearTimeout(watchdog)
    watchdog = window.setTimeout(fail, streamReturnsWithinMs)
    if (errors > streamErrorsAllowed || stream.readyState === EventSource.CLOSED) fail()
  })
  return { stop }
}

function pollSession(id: string, listener: Listener): Follower {
  let etag: string | null = null
  let timer: number | undefined
  let isStopped = false

  async function poll() {
    const result = await showSession(id, etag)
    if (isStopped) return
    timer = window.setTimeout(poll, document.hidden ? pollHiddenMs : pollMs)
    if (result.kind === 'unreachable') return listener.onLost(!navigator.onLine)
    if (result.kind === 'unchanged') return listener.onReached()
    if (result.kind === 'rejected') return reportRejection(result.code)
    etag = result.etag
    listener.onView(result.body)
  }
  function reportRejection(code: string) {
    if (code === 'resource_not_found') listener.onMissing()
    else listener.onLost(false)
  }
  void poll()
  return {
    stop: () => {
      isStopped = true
      window.clearTimeout(timer)
    },
  }
}
