import type { VNode } from 'preact'
import { namesOf } from '../../../shared/kernel/map-names.ts'
import { paymentRanges } from '../../../shared/records/settings/rules/setting-ranges.ts'
import { Switch } from '../parts/field.tsx'
import { instance } from '../texts/instance/instance.ts'
import { DurationField, secondsOf, typedDuration } from './duration-field.tsx'
import { converted, type NumberDraft, NumberField, only } from './number-fields.tsx'
import type { Settings, SettingsProps } from './settings.ts'
import { SettingsForm } from './settings-form.tsx'

type Name = keyof typeof paymentRanges

const names = namesOf(paymentRanges)
const isTime = (name: Name) => name.endsWith('Seconds')
const times = names.filter(isTime)
const numbers = names.filter((name) => !isTime(name))

function draftOf(settings: Settings): NumberDraft<Name> & { acceptTopUps: boolean } {
  return {
    ...converted(times, settings, typedDuration),
    ...converted(numbers, settings, String),
    acceptTopUps: settings.acceptTopUps,
  }
}

/** How long prices hold, and how much must arrive. */
export function PaymentRulesForm(props: SettingsProps): VNode {
  return (
    <SettingsForm
      {...props}
      draftOf={draftOf}
      valuesOf={({ acceptTopUps, ...typed }) => ({
        ...converted(times, typed, secondsOf),
        ...converted(numbers, typed, Number),
        ...(acceptTopUps !== undefined && { acceptTopUps }),
      })}
    >
      {(form) => (
        <>
          <div class="pair">
            {names.map((name) => {
              const Typed = isTime(name) ? DurationField : NumberField
              return (
                <Typed
                  key={name}
                  name={name}
                  words={instance.settings.paymentNumbers[name]}
                  range={paymentRanges[name]}
                  value={form.draft[name] ?? ''}
                  onValue={(value) => form.change(only(name, value))}
                />
              )
            })}
          </div>
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
