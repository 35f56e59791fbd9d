import type { CheckoutView } from '../../shared/merchant/checkout/wire/checkout.ts'
import { openStream, readView, showSession } from './api.ts'
import { type Pace, paceOf } from './pace.ts'

export type Listener = {
  onView: (view: CheckoutView) => void
  /** The service responded, but nothing has changed. */
  onReached: () => void
  /** Called when the service can't be reached; `isOffline` if the device itself is offline. */
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
/** A payment that a wallet has sent arrives within that time, or nobody knows when. */
const streamLastsMs = 60_000

/**
 * Reports every version of a session after the one shown, until it is closed, at the pace of what happens to it. Starts
 * over when the page becomes visible or the browser comes online.
 */
export function followSession(shown: CheckoutView, listener: Listener): Follower {
  const over = new AbortController()
  const { id } = shown
  let latest = shown
  let current: Follower | undefined
  let pace: Pace['kind'] | undefined
  /** When to stop streaming; undefined before the first stream. */
  let streamUntilMs: number | undefined

  function stop() {
    over.abort()
    current?.stop()
  }
  const untilClosed: Listener = {
    ...listener,
    onView: (view) => {
      latest = view
      listener.onView(view)
      if (view.closed) stop()
      else if (nextPace().kind !== pace) follow()
    },
    onMissing: () => {
      listener.onMissing()
      stop()
    },
  }
  function nextPace(): Pace {
    const canStream = streamUntilMs === undefined || Date.now() < streamUntilMs
    return paceOf(latest, { isHidden: document.hidden, canStream })
  }
  /** `at once` if something may have been missed. */
  function follow(when: 'at once' | 'later' = 'later') {
    current?.stop()
    if (over.signal.aborted) return
    const next = nextPace()
    pace = next.kind
    if (next.kind === 'poll') {
      const firstMs = when === 'later' ? next.everyMs : 0
      current = pollSession(latest, untilClosed, { ...next, firstMs })
      return
    }
    streamUntilMs ??= Date.now() + streamLastsMs
    current = streamSession(id, untilClosed, {
      endsAfterMs: streamUntilMs - Date.now(),
      onEnd: () => {
        streamUntilMs = 0
        follow('at once')
      },
    })
  }
  const start = () => follow('at once')

  function goOffline() {
    current?.stop()
    listener.onLost(true)
  }

  const { signal } = over
  document.addEventListener('visibilitychange', start, { signal })
  window.addEventListener('online', start, { signal })
  window.addEventListener('offline', goOffline, { signal })
  window.addEventListener('pageshow', ({ persisted }) => persisted && start(), { signal })
  if (navigator.onLine) follow()
  else goOffline()
  return { stop }
}

/**
 * Calls `onEnd` once if its time is over, or if the stream doesn't open, falls silent, or fails twice without an event in
 * between.
 */
function streamSession(
  id: string,
  listener: Listener,
  { endsAfterMs, onEnd }: { endsAfterMs: number; onEnd: () => void },
): Follower {
  const stream = openStream(id)
  let errors = 0
  let watchdog = window.setTimeout(fail, streamOpensWithinMs)
  const end = window.setTimeout(fail, endsAfterMs)

  function stop() {
    window.clearTimeout(watchdog)
    window.clearTimeout(end)
    stream.close()
  }
  function fail() {
    stop()
    onEnd()
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

function pollSession(
  { id, version }: CheckoutView,
  listener: Listener,
  { everyMs, firstMs }: { everyMs: number; firstMs: number },
): Follower {
  let etag: string | null = `W/"${version}"`
  let isStopped = false
  let timer = window.setTimeout(poll, firstMs)

  async function poll() {
    const result = await showSession(id, etag)
    if (isStopped) return
    timer = window.setTimeout(poll, everyMs)
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
  return {
    stop: () => {
      isStopped = true
      window.clearTimeout(timer)
    },
  }
}
