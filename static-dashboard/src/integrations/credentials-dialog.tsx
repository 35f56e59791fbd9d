import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import { CopyValue } from '../parts/copy.tsx'
import { AreaField, Field } from '../parts/field.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { emptyProblem } from '../parts/form-fields.ts'
import { useSubmit } from '../service/use-submit.ts'
import { instance } from '../texts/instance/instance.ts'
import { text } from '../texts/text.ts'
import type { Integration } from './integration.ts'

type Props = { integration: Integration; onClose: () => void; onSaved: () => void }

/** The credentials of a provider. They are sealed, and never shown again. */
export function CredentialsDialog({ integration, onClose, onSaved }: Props): VNode {
  const { title, provider, mode, fields, webhookUrl, referrerDomain } = integration
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const { submit, isBusy, failure } = useSubmit('set-integration')
  const send = async () => {
    const filled = Object.entries(values).filter(([, value]) => value.trim() !== '')
    const credentials = JSON.stringify(Object.fromEntries(filled))
    if (await submit({ provider, mode, credentials })) onSaved()
  }
  return (
    <FormDialog
      title={fill(instance.integrations.credentialsTitle, { title })}
      text={mode === 'test' ? instance.integrations.sandboxText : instance.integrations.sealedText}
      onClose={onClose}
      submitLabel={text.save}
      busyLabel={text.saving}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void send()}
    >
      {fields.map((field) => (
        <CredentialInput
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          onValue={(value) => setValues({ ...values, [field.name]: value })}
        />
      ))}
      <p class="quiet">{instance.integrations.enterThere}</p>
      <p>
        <CopyValue value={webhookUrl} label={text.copy}>
          {webhookUrl}
        </CopyValue>{' '}
        <CopyValue value={referrerDomain} label={text.copy}>
          {referrerDomain}
        </CopyValue>
      </p>
    </FormDialog>
  )
}

type InputProps = {
  field: Integration['fields'][number]
  value: string
  onValue: (value: string) => void
}

function CredentialInput({ field: { name, kind, isRequired }, value, onValue }: InputProps): VNode {
  const shared = {
    label: name,
    name,
    value,
    onValue,
    most: 8000,
    problem: isRequired ? emptyProblem(value) : undefined,
    ...(!isRequired && { hint: instance.integrations.optional }),
  }
  if (kind === 'pem') return <AreaField {...shared} />
  return <Field {...shared} isPassword={kind === 'secret'} autocomplete="off" />
}
