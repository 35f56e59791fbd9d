import type { VNode } from 'preact'
import { namesOf } from '../../../shared/kernel/map-names.ts'
import { paymentRanges } from '../../../shared/records/settings/rules/setting-ranges.ts'
import { formatDuration } from '../format.ts'
import { Switch } from '../parts/field.tsx'
import { instance } from '../texts/instance/instance.ts'
import { converted, type NumberDraft, NumberFields } from './number-fields.tsx'
import { numberProblem } from './number-problem.ts'
import type { Settings, SettingsProps } from './settings.ts'
import { SettingsForm } from './settings-form.tsx'

const names = namesOf(paymentRanges)

type Name = keyof typeof paymentRanges
type Draft = NumberDraft<Name> & { acceptTopUps: boolean }

function draftOf(settings: Settings): Draft {
  return { ...converted(names, settings, String), acceptTopUps: settings.acceptTopUps }
}

/** How long prices hold, and how much must arrive. */
export function PaymentRulesForm(props: SettingsProps): VNode {
  return (
    <SettingsForm
      {...props}
      draftOf={draftOf}
      valuesOf={({ acceptTopUps, ...numbers }) => ({
        ...converted(names, numbers, Number),
        ...(acceptTopUps !== undefined && { acceptTopUps }),
      })}
    >
      {(form) => (
        <>
          <NumberFields {...form} names={names} ranges={paymentRanges} wordsOf={wordsOf} />
          <Switch
            label={instance.settings.topUps}
            hint={instance.settings.topUpsHint}
            checked={form.draft.acceptTopUps}
            onChange={(acceptTopUps) => form.change({ acceptTopUps })}
          />
        </>
      )}
    </SettingsForm>
  )
}

/** Times also say what they are in minutes or hours. */
function wordsOf(name: Name, value: string) {
  const words = instance.settings.paymentNumbers[name]
  const isTime = name.endsWith('Seconds') && !numberProblem(value, paymentRanges[name])
  if (!isTime || Number(value) < 60) return words
  return { ...words, hint: `${formatDuration(Number(value))}. ${words.hint}` }
}
