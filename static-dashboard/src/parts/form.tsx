import type { ComponentChildren, VNode } from 'preact'
import { useState } from 'preact/hooks'
import { problemText } from '../problem-text.ts'
import type { Failure } from '../service/call.ts'
import { text } from '../texts/text.ts'
import { Button } from './button.tsx'
import { Notice } from './status.tsx'

/** A form with one primary button. A failure that no field shows stands above the button. */
export function Form(props: {
  submitLabel: string
  busyLabel?: string
  isBusy: boolean
  failure?: Failure | undefined
  /** Whether a field already shows the failure. */
  isShown?: boolean
  /** Why it can't be sent yet, which is said to whoever tries. */
  reason?: string | undefined
  onSubmit: () => void
  /** Beside the primary button. */
  aside?: ComponentChildren
  children: ComponentChildren
}): VNode {
  const { failure, reason } = props
  const [isTried, setTried] = useState(false)
  const isVisible = failure && !props.isShown && failure.kind !== 'cancelled'
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (props.isBusy) return
        setTried(reason !== undefined)
        if (reason === undefined) props.onSubmit()
      }}
    >
      {props.children}
      {isTried && reason !== undefined && <Notice tone="warn" title={reason} />}
      {isVisible && <Notice tone="bad" title={problemText(failure)} />}
      <div class="go">
        <div>{props.aside}</div>
        <Button
          kind="primary"
          type="submit"
          busy={props.isBusy && (props.busyLabel ?? text.working)}
        >
          {props.submitLabel}
        </Button>
      </div>
    </form>
  )
}
