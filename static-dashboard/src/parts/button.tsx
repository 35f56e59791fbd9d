import type { ComponentChildren, VNode } from 'preact'
import { hrefOf } from '../router.ts'
import { Icon, type IconName } from './icon.tsx'

export type ButtonKind = 'primary' | 'default' | 'soft' | 'plain' | 'danger'

type Props = {
  kind?: ButtonKind
  icon?: IconName
  /** While it works, the button shows this text, keeps its width, and does nothing. */
  busy?: string | false | undefined
  /** Why it can't be used. */
  reason?: string | undefined
  onClick?: () => void
  type?: 'button' | 'submit'
  children: ComponentChildren
}

/** A button of the dashboard. If it can't be used, it keeps the focus and shows why. */
export function Button(props: Props): VNode {
  const { kind = 'default', icon, busy, reason, onClick, type = 'button', children } = props
  const isOff = Boolean(busy) || reason !== undefined
  return (
    <button
      type={type}
      class={`button ${kind}`}
      aria-disabled={isOff}
      title={reason}
      onClick={(event) => {
        if (isOff) event.preventDefault()
        else onClick?.()
      }}
    >
      {icon && <Icon name={icon} small />}
      <span class="label">
        <span class={busy ? 'hidden-label' : ''}>{children}</span>
        {busy && <span class="busy-label">{busy}</span>}
      </span>
    </button>
  )
}

export function ButtonLink(props: {
  to: string
  kind?: ButtonKind
  icon?: IconName
  children: ComponentChildren
}): VNode {
  const { to, kind = 'default', icon, children } = props
  return (
    <a class={`button ${kind}`} href={hrefOf(to)}>
      {icon && <Icon name={icon} small />}
      {children}
    </a>
  )
}
