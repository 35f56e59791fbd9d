import type { ComponentChildren, VNode } from 'preact'
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { problemText } from '../problem-text.ts'
import type { Failure } from '../service/result.ts'
import { text } from '../texts/text.ts'
import { Button } from './button.tsx'
import { FormContext, type FormFields, isShownBy, type Reported } from './form-fields.ts'
import { Notice } from './status.tsx'

/**
 * A form with one primary button. What is wrong with a value stands at its field, which gets the focus; a failure that no
 * field shows stands above the button.
 */
export function Form(props: {
  submitLabel: string
  busyLabel?: string
  isBusy: boolean
  failure?: Failure | undefined
  /** Whether a field already shows the failure. */
  isShown?: boolean
  /** Why it can't be sent yet; shown to anybody who tries. */
  reason?: string | undefined
  onSubmit: () => void
  /** Whether there is nothing to send, so no button either. */
  isUnchanged?: boolean
  /** Beside the primary button. */
  aside?: ComponentChildren
  children: ComponentChildren
}): VNode {
  const { failure, reason } = props
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const fields = useRef(new Map<string, Reported>())
  const report = useCallback<FormFields['report']>((id, reported) => {
    if (reported) fields.current.set(id, reported)
    else fields.current.delete(id)
  }, [])
  const context = useMemo(() => ({ isTried, failure, report }), [isTried, failure, report])
  const isShown = props.isShown || isShownBy(fields.current.values(), failure)
  // What the service said is about what was sent, not about what can't be sent now.
  const isVisible = failure && !isTried && !isShown && failure.kind !== 'cancelled'
  const isSent = useRef(false)
  useEffect(() => {
    if (props.isBusy || !isSent.current) return
    isSent.current = false
    focusFirstWrong(form.current)
  }, [props.isBusy])
  const send = () => {
    const isWrong = [...fields.current.values()].some(({ problem }) => problem !== undefined)
    const isComplete = reason === undefined && !isWrong
    setTried(!isComplete)
    isSent.current = isComplete
    if (isComplete) props.onSubmit()
    else requestAnimationFrame(() => focusFirstWrong(form.current))
  }
  return (
    <form
      ref={form}
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!props.isBusy && !props.isUnchanged) send()
      }}
    >
      <FormContext.Provider value={context}>{props.children}</FormContext.Provider>
      {isTried && reason !== undefined && <Notice tone="warn" title={reason} />}
      {isVisible && <Notice tone="bad" title={notSent(failure)} />}
      {!props.isUnchanged && (
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
      )}
    </form>
  )
}

/** Without a response, it may be done all the same. */
function notSent(failure: Failure): string {
  return failure.kind === 'unreachable' ? text.problems.unanswered : problemText(failure)
}

export function focusFirstWrong(form: HTMLFormElement | null): void {
  const wrong = form?.querySelector('[aria-invalid="true"]')
  if (wrong instanceof HTMLElement) wrong.focus()
}
