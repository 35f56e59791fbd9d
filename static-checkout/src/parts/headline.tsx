import type { ComponentChildren, VNode } from 'preact'
import { type Tone, ToneIcon } from './icons.tsx'

/** The heading of a screen, and a sentence that explains it. It can get the focus when the status changes. */
export function Headline(props: {
  tone: Tone
  headline: string
  children?: ComponentChildren
}): VNode {
  return (
    <header class="headline">
      <ToneIcon tone={props.tone} />
      <div>
        <h1 tabIndex={-1}>{props.headline}</h1>
        {props.children && <p>{props.children}</p>}
      </div>
    </header>
  )
}
