import type { VNode } from 'preact'
import { AreaField } from '../parts/field.tsx'
import { instance } from '../texts/instance/instance.ts'
import type { SettingsProps } from './settings.ts'
import { SettingsForm } from './settings-form.tsx'

/** The sites that may show the checkout in a frame, one a line. */
export function OriginsForm(props: SettingsProps): VNode {
  return (
    <SettingsForm
      {...props}
      draftOf={({ embedOrigins }) => ({ origins: embedOrigins.join('\n') })}
      valuesOf={({ origins = '' }) => ({ embedOrigins: origins.split(/\s+/).filter(Boolean) })}
    >
      {({ draft, change }) => (
        <AreaField
          label={instance.settings.origins}
          hint={instance.settings.originsHint}
          placeholder="https://shop.example"
          name="embedOrigins"
          most={4000}
          value={draft.origins}
          onValue={(origins) => change({ origins })}
        />
      )}
    </SettingsForm>
  )
}
