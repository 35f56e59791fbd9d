import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { formatDuration } from '../format.ts'
import { Field, Switch } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { ownersOnly } from '../service/role.ts'
import { instance } from '../texts/instance/instance.ts'
import { text } from '../texts/text.ts'
import type { Settings, SettingsProps } from './settings-page.tsx'
import { useSave } from './use-save.ts'

const numbers = [
  'sessionTtlSeconds',
  'lateGraceSeconds',
  'quoteTtlSeconds',
  'recheckDelaySeconds',
  'underpaymentTolerancePercent',
  'rateLimitPerMinute',
] as const

type NumberName = (typeof numbers)[number]
type Draft = Readonly<Record<NumberName, string>>

function draftOf(settings: Settings): Draft {
  const of = (name: NumberName) => String(settings[name])
  return {
    sessionTtlSeconds: of('sessionTtlSeconds'),
    lateGraceSeconds: of('lateGraceSeconds'),
    quoteTtlSeconds: of('quoteTtlSeconds'),
    recheckDelaySeconds: of('recheckDelaySeconds'),
    underpaymentTolerancePercent: of('underpaymentTolerancePercent'),
    rateLimitPerMinute: of('rateLimitPerMinute'),
  }
}

/** How long prices hold, and how much must arrive. */
export function LimitsForm({ settings, onSaved }: SettingsProps): VNode {
  const [draft, setDraft] = useState(() => draftOf(settings))
  const [acceptTopUps, setTopUps] = useState(settings.acceptTopUps)
  const { save, isBusy, failure } = useSave(onSaved)
  return (
    <Form
      submitLabel={text.save}
      busyLabel={text.saving}
      isBusy={isBusy}
      failure={failure}
      reason={ownersOnly()}
      onSubmit={() => save({ ...numbersOf(draft), acceptTopUps })}
    >
      <div class="pair">
        {numbers.map((name) => (
          <Field
            key={name}
            label={instance.settings.numbers[name]}
            hint={hintOf(name, draft[name])}
            inputMode="decimal"
            autocomplete="off"
            suffix={instance.settings.units[name]}
            value={draft[name]}
            name={name}
            problem={problemWith(draft[name])}
            error={problemWith(draft[name])}
            onValue={(value) => setDraft((before) => ({ ...before, [name]: value }))}
          />
        ))}
      </div>
      <Switch
        label={instance.settings.topUps}
        hint={instance.settings.topUpsHint}
        checked={acceptTopUps}
        onChange={setTopUps}
      />
    </Form>
  )
}

function problemWith(value: string): string | undefined {
  return isNumber(value) ? undefined : instance.settings.notNumber
}

function isNumber(value: string): boolean {
  return /^\d{1,9}(\.\d{1,2})?$/.test(value.trim())
}

function numbersOf(draft: Draft): Readonly<Record<NumberName, number>> {
  return {
    sessionTtlSeconds: Number(draft.sessionTtlSeconds),
    lateGraceSeconds: Number(draft.lateGraceSeconds),
    quoteTtlSeconds: Number(draft.quoteTtlSeconds),
    recheckDelaySeconds: Number(draft.recheckDelaySeconds),
    underpaymentTolerancePercent: Number(draft.underpaymentTolerancePercent),
    rateLimitPerMinute: Number(draft.rateLimitPerMinute),
  }
}

/** What the value means, in minutes or hours. */
function hintOf(name: NumberName, value: string): string {
  const hint = instance.settings.hints[name]
  const isTime = name.endsWith('Seconds') && isNumber(value) && Number(value) >= 60
  return isTime ? `${formatDuration(Math.round(Number(value)))}. ${hint}` : hint
}
