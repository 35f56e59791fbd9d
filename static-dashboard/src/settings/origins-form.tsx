import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
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
      <div class="field">
        <label for="origins">{instance.settings.origins}</label>
        <span class="control">
          <textarea
            id="origins"
            rows={3}
            spellcheck={false}
            autocomplete="off"
            placeholder="https://shop.example"
            aria-describedby="origins-note"
            value={given}
            onInput={({ currentTarget }) => setGiven(currentTarget.value)}
          />
        </span>
        <p class="note" id="origins-note">
          {instance.settings.originsHint}
        </p>
      </div>
    </Form>
  )
}
