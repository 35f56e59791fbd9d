import type { ComponentChildren, VNode } from 'preact'
import type { Failure } from '../service/result.ts'
import { text } from '../texts/text.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Form } from './form.tsx'

/** Asks once more before something is done, and says why it could not be done. */
export function ConfirmDialog(props: {
  title: string
  text: string
  submitLabel: string
  isBusy: boolean
  failure: Failure | undefined
  /** Whether a field already shows the failure. */
  isShown?: boolean
  onSubmit: () => void
  onClose: () => void
  children?: ComponentChildren
}): VNode {
  return (
    <Dialog title={props.title} text={props.text} onClose={props.onClose}>
      <Form
        submitLabel={props.submitLabel}
        isBusy={props.isBusy}
        failure={props.failure}
        isShown={props.isShown ?? false}
        onSubmit={props.onSubmit}
        aside={
          <Button kind="plain" onClick={props.onClose}>
            {text.cancel}
          </Button>
        }
      >
        {props.children}
      </Form>
    </Dialog>
  )
}
