import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { AreaField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { ownersOnly } from '../service/role.ts'
import { instance } from '../texts/instance/instance.ts'
import { text } from '../texts/text.ts'
import type { SettingsProps } from './settings-page.tsx'
import { useSave } from './use-save.ts'

const mostKeys = 3
const longestKey = 40

/** The keys of metadata whose values the search finds, one a line. */
export function SearchKeysForm({ settings, onSaved }: SettingsProps): VNode {
  const [given, setGiven] = useState(settings.searchableMetadata.join('\n'))
  const { save, isBusy, failure } = useSave(onSaved)
  const keys = keysIn(given)
  return (
    <Form
      submitLabel={text.save}
      busyLabel={text.saving}
      isBusy={isBusy}
      failure={failure}
      reason={ownersOnly()}
      onSubmit={() => save({ searchableMetadata: keys })}
    >
      <AreaField
        label={instance.settings.searchKeys}
        hint={instance.settings.searchKeysHint}
        placeholder="orderId"
        name="searchableMetadata"
        problem={problemWith(keys)}
        value={given}
        onValue={setGiven}
      />
    </Form>
  )
}

function keysIn(given: string): string[] {
  return given
    .split('\n')
    .map((key) => key.trim())
    .filter((key) => key !== '')
}

function problemWith(keys: readonly string[]): string | undefined {
  if (keys.length > mostKeys) return instance.settings.searchKeysTooMany
  if (keys.some((key) => key.length > longestKey)) return instance.settings.searchKeysTooLong
  if (new Set(keys).size < keys.length) return instance.settings.searchKeysTwice
  return undefined
}
