import type { ComponentChildren, VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** The question of a step. It gets the focus, so that it is read out when the step is reached. */
export function StepHead(props: {
  title: string
  children?: ComponentChildren
  aside?: VNode | undefined
}): VNode {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <header class="head">
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {props.title}
        </h1>
        {props.children && <p>{props.children}</p>}
      </div>
      {props.aside}
    </header>
  )
}
