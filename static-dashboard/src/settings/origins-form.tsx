import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { AreaField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { ownersOnly } from '../service/role.ts'
import { instance } from '../texts/instance/instance.ts'
import { text } from '../texts/text.ts'
import type { SettingsProps } from './settings-page.tsx'
import { useSave } from './use-save.ts'

/** The sites that may show the checkout in a frame, one a line. */
export function OriginsForm({ settings, onSaved }: SettingsProps): VNode {
  const [given, setGiven] = useState(settings.embedOrigins.join('\n'))
  const { save, isBusy, failure } = useSave(onSaved)
  return (
    <Form
      submitLabel={text.save}
      busyLabel={text.saving}
      isBusy={isBusy}
      failure={failure}
      reason={ownersOnly()}
      onSubmit={() => save({ embedOrigins: given.split(/\s+/).filter(Boolean) })}
    >
      <AreaField
        label={instance.settings.origins}
        hint={instance.settings.originsHint}
        placeholder="https://shop.example"
        name="embedOrigins"
        most={4000}
        value={given}
        onValue={setGiven}
      />
    </Form>
  )
}
