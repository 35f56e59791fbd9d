import type { ComponentChildren, VNode } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Icon, type IconName } from './icon.tsx'
import { useDismissal } from './use-dismissal.ts'

/** Less frequent actions, behind a button. Choosing one closes it. */
export function MoreMenu(props: {
  label: string
  icon?: IconName
  children: ComponentChildren
}): VNode {
  const [isOpen, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  useDismissal(isOpen, frame, () => setOpen(false))
  return (
    <div class="more" ref={frame}>
      <button
        type="button"
        class="button default"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={props.icon ?? 'more'} small />
        {props.label}
      </button>
      {isOpen && (
        // biome-ignore lint/a11y: the buttons in it are what is used
        <div class="menu" onClick={() => setOpen(false)}>
          {props.children}
        </div>
      )}
    </div>
  )
}
