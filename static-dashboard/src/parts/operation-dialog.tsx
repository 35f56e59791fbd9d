import type { VNode } from 'preact'
import type { Operations } from '../operations.ts'
import type { OperationName } from '../service/call.ts'
import { useSubmit } from '../service/use-submit.ts'
import { FormDialog } from './form-dialog.tsx'
import { toast } from './toasts.tsx'

type Props<Name extends OperationName> = Omit<
  Parameters<typeof FormDialog>[0],
  'isBusy' | 'failure' | 'onSubmit'
> & {
  operation: Name
  input: Operations[Name]['input']
  /** Shown once it is done. */
  said?: string
  /** By default, the dialog is only closed. */
  onDone?: (output: Operations[Name]['output']) => void
}

/** A form over the page that calls one operation. */
export function OperationDialog<Name extends OperationName>(props: Props<Name>): VNode {
  const { operation, input, said, onDone = props.onClose, ...dialog } = props
  const { submit, isBusy, failure } = useSubmit(operation)
  const send = async () => {
    const done = await submit(input)
    if (!done) return
    if (said !== undefined) toast(said)
    onDone(done)
  }
  return <FormDialog {...dialog} isBusy={isBusy} failure={failure} onSubmit={() => void send()} />
}
