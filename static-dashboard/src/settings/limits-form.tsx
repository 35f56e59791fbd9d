import type { VNode } from 'preact'
import { namesOf } from '../../../shared/kernel/map-names.ts'
import { limitRanges } from '../../../shared/records/settings/rules/setting-ranges.ts'
import { instance } from '../texts/instance/instance.ts'
import { converted, NumberFields } from './number-fields.tsx'
import type { SettingsProps } from './settings.ts'
import { SettingsForm } from './settings-form.tsx'

const names = namesOf(limitRanges)

/** How much the mode accepts, and sends, at a time. */
export function LimitsForm(props: SettingsProps): VNode {
  return (
    <SettingsForm
      {...props}
      draftOf={(settings) => converted(names, settings, String)}
      valuesOf={(changed) => converted(names, changed, Number)}
    >
      {(form) => (
        <NumberFields
          {...form}
          names={names}
          ranges={limitRanges}
          wordsOf={(name) => instance.settings.limitNumbers[name]}
        />
      )}
    </SettingsForm>
  )
}
