import { useEffect, useState } from 'preact/hooks'

const coarse = window.matchMedia('(pointer: coarse)')

/** Whether the customer uses a finger: the code on this screen can't be scanned with this device. */
export function useTouch(): boolean {
  const [isTouch, setTouch] = useState(coarse.matches)
  useEffect(() => {
    const over = new AbortController()
    coarse.addEventListener('change', () => setTouch(coarse.matches), { signal: over.signal })
    return () => over.abort()
  }, [])
  return isTouch
}
