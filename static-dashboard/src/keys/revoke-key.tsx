import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import { Field } from '../parts/field.tsx'
import { OperationDialog } from '../parts/operation-dialog.tsx'
import { text } from '../texts/text.ts'
import type { ApiKey } from './api-key.ts'

/** Can't be undone, so the name is typed. */
export function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }): VNode {
  const [typed, setTyped] = useState('')
  const { id, name } = apiKey
  return (
    <OperationDialog
      title={fill(text.keys.revokeTitle, { name })}
      text={text.keys.revokeLead}
      onClose={onClose}
      submitLabel={text.keys.revoke}
      operation="revoke-api-key"
      input={{ id }}
      said={fill(text.keys.revokedToast, { name })}
      reason={typed.trim() === name.trim() ? undefined : text.keys.typeName}
    >
      <Field
        label={fill(text.keys.typeLabel, { name })}
        autocomplete="off"
        autofocus
        value={typed}
        onValue={setTyped}
      />
    </OperationDialog>
  )
}
