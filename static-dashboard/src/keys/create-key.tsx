import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { scopes as allScopes, type Scope } from '../../../shared/kernel/scopes.ts'
import { fill } from '../../../shared/kernel/template.ts'
import {
  presetNames,
  presetOf,
  presets,
} from '../../../shared/records/api-keys/rules/scope-presets.ts'
import { Check } from '../parts/check.tsx'
import { Field, SelectField } from '../parts/field.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { mode } from '../router.ts'
import { useSubmit } from '../service/use-submit.ts'
import { text } from '../texts/text.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'

/** Name and scopes of a new key, which is then shown once. */
export function CreateKey({ onClose }: { onClose: () => void }): VNode {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly Scope[]>(presets.checkout)
  const { submit, isBusy, failure, last } = useSubmit('create-api-key')
  if (last) return <NewKeyDialog apiKey={last.key} onClose={onClose} />
  const preset = presetOf(scopes)
  const send = () => void submit({ mode: mode.value, name: name.trim(), scopes: [...scopes] })
  return (
    <FormDialog
      title={fill(text.keys.createTitle, { mode: text.modes[mode.value] })}
      text={text.keys.createLead}
      onClose={onClose}
      submitLabel={text.keys.create}
      isBusy={isBusy}
      failure={failure}
      reason={scopes.length === 0 ? text.keys.scopesMissing : undefined}
      onSubmit={send}
    >
      <Field
        label={text.keys.name}
        hint={text.keys.nameHint}
        most={100}
        name="name"
        problem={name.trim() === '' ? text.keys.nameMissing : undefined}
        autofocus
        autocomplete="off"
        value={name}
        onValue={setName}
      />
      <SelectField
        label={text.keys.preset}
        options={presetNames.map((each) => ({ value: each, label: text.presets[each] }))}
        value={preset}
        onValue={(value) => {
          const chosen = presetNames.find((each) => each === value)
          if (chosen && chosen !== 'custom') setScopes(presets[chosen])
        }}
      />
      <ScopeChoice scopes={scopes} onChange={setScopes} />
    </FormDialog>
  )
}

function ScopeChoice(props: {
  scopes: readonly Scope[]
  onChange: (scopes: readonly Scope[]) => void
}): VNode {
  const { scopes, onChange } = props
  return (
    <fieldset>
      <legend class="field-title">{text.keys.scopes}</legend>
      <div class="checks-grid">
        {allScopes.map((scope) => (
          <Check
            key={scope}
            checked={scopes.includes(scope)}
            onChange={(checked) =>
              onChange(
                allScopes.filter((each) => (each === scope ? checked : scopes.includes(each))),
              )
            }
          >
            <span class="mono">{scope}</span>
          </Check>
        ))}
      </div>
    </fieldset>
  )
}
