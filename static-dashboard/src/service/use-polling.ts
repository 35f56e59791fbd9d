import { useEffect, useRef } from 'preact/hooks'

/** Repeats `load` while the page is visible, and at once when it is visible again. */
export function usePolling(load: () => Promise<void>, everyMs: number): void {
  const latest = useRef(load)
  latest.current = load
  useEffect(() => {
    let timer = 0
    let isOver = false
    const wait = () => {
      window.clearTimeout(timer)
      if (!isOver && !document.hidden) timer = window.setTimeout(run, everyMs)
    }
    const run = () => void latest.current().finally(wait)
    const onChange = () => {
      if (document.hidden) window.clearTimeout(timer)
      else run()
    }
    document.addEventListener('visibilitychange', onChange)
    wait()
    return () => {
      isOver = true
      window.clearTimeout(timer)
      document.removeEventListener('visibilitychange', onChange)
    }
  }, [everyMs])
}
