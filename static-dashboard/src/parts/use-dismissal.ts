import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'

/** Closes an open element by Escape, or by a click outside of its frame. */
export function useDismissal(
  isOpen: boolean,
  frame: RefObject<HTMLElement | null>,
  close: () => void,
): void {
  useEffect(() => {
    if (!isOpen) return
    const leave = (event: Event) => {
      const isInside = event.target instanceof Node && frame.current?.contains(event.target)
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape'
      if (isEscape || (event.type === 'pointerdown' && !isInside)) close()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('keydown', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('keydown', leave)
    }
  }, [isOpen])
}
