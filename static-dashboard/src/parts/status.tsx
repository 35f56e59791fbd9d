import type { ComponentChildren, VNode } from 'preact'
import { Icon, type IconName } from './icon.tsx'

export type Tone = 'quiet' | 'ok' | 'warn' | 'bad' | 'info'

const icons = {
  quiet: 'waiting',
  ok: 'ok',
  warn: 'warn',
  bad: 'bad',
  info: 'confirming',
} as const satisfies Record<Tone, IconName>

/** A state: its own shape, its word, and only then a color. */
export function Status(props: { tone: Tone; icon?: IconName; children: ComponentChildren }): VNode {
  return (
    <span class={`status ${props.tone}`}>
      <Icon name={props.icon ?? icons[props.tone]} />
      {props.children}
    </span>
  )
}

/** A problem that blocks the operator: what happened, why, and one action. */
export function Notice(props: {
  tone: Exclude<Tone, 'quiet'>
  title: string
  children?: ComponentChildren
  action?: VNode | undefined
}): VNode {
  const { tone, title, children, action } = props
  return (
    <div class={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={tone === 'info' ? 'info' : icons[tone]} />
      <div>
        <strong>{title}</strong>
        {children && <p>{children}</p>}
      </div>
      {action}
    </div>
  )
}
