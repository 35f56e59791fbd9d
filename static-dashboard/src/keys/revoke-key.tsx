import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import { Field } from '../parts/field.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { toast } from '../parts/toasts.tsx'
import { useSubmit } from '../service/use-submit.ts'
import { text } from '../texts/text.ts'
import type { ApiKey } from './api-key.ts'

/** Can't be undone, so the name is typed. */
export function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }): VNode {
  const [typed, setTyped] = useState('')
  const { submit, isBusy, failure } = useSubmit('revoke-api-key')
  const { id, name } = apiKey
  const send = async () => {
    if (!(await submit({ id }))) return
    toast(fill(text.keys.revokedToast, { name }))
    onClose()
  }
  return (
    <FormDialog
      title={fill(text.keys.revokeTitle, { name })}
      text={text.keys.revokeLead}
      onClose={onClose}
      submitLabel={text.keys.revoke}
      isBusy={isBusy}
      failure={failure}
      reason={typed.trim() === name.trim() ? undefined : text.keys.typeName}
      onSubmit={() => void send()}
    >
      <Field
        label={fill(text.keys.typeLabel, { name })}
        autocomplete="off"
        autofocus
        value={typed}
        onValue={setTyped}
      />
    </FormDialog>
  )
}
