import type { ComponentChildren, VNode } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

/** A dialog over the page, which has the focus until it is closed. */
export function Dialog(props: {
  title: string
  text?: ComponentChildren
  onClose: () => void
  children: ComponentChildren
}): VNode {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        props.onClose()
      }}
    >
      <h2 id={titleId}>{props.title}</h2>
      {props.text && <p class="quiet">{props.text}</p>}
      {props.children}
    </dialog>
  )
}
