import type { VNode } from 'preact'
import { namesOf } from '../../../shared/kernel/map-names.ts'
import { fill } from '../../../shared/kernel/template.ts'
import type { SettingRange } from '../../../shared/records/settings/rules/setting-ranges.ts'
import { type DurationUnit, durationUnits, formatDuration, nameOfUnit, unitOf } from '../format.ts'
import { Field } from '../parts/field.tsx'
import { instance } from '../texts/instance/instance.ts'

/** A time as it is typed: 300 → "5 minute". */
export function typedDuration(seconds: number): string {
  const unit = unitOf(seconds)
  return `${seconds / durationUnits[unit]} ${unit}`
}

/** "5 minute" → 300; NaN if it has no number. */
export function secondsOf(typed: string): number {
  const { count, unit } = partsOf(typed)
  return /^\d{1,9}$/.test(count.trim()) ? Number(count) * durationUnits[unit] : Number.NaN
}

function partsOf(typed: string): { count: string; unit: DurationUnit } {
  const end = typed.lastIndexOf(' ')
  const unit = namesOf(durationUnits).find((each) => each === typed.slice(end + 1))
  return { count: typed.slice(0, Math.max(0, end)), unit: unit ?? 'second' }
}

type Props = {
  name: string
  words: { label: string; hint: string }
  range: SettingRange
  value: string
  onValue: (value: string) => void
}

/** A field for a time, as a number of minutes, hours or another unit. */
export function DurationField({ name, words, range, value, onValue }: Props): VNode {
  const { count, unit } = partsOf(value)
  const problem = durationProblem(secondsOf(value), range)
  return (
    <Field
      {...words}
      inputMode="numeric"
      autocomplete="off"
      value={count}
      name={name}
      problem={problem}
      error={count.trim() === '' ? undefined : problem}
      onValue={(typed) => onValue(`${typed} ${unit}`)}
      suffix={
        <select
          aria-label={fill(instance.settings.unitOf, { label: words.label })}
          value={unit}
          onChange={({ currentTarget }) => onValue(`${count} ${currentTarget.value}`)}
        >
          {namesOf(durationUnits)
            .filter((each) => durationUnits[each] <= range.most)
            .map((each) => (
              <option key={each} value={each}>
                {nameOfUnit(each)}
              </option>
            ))}
        </select>
      }
    />
  )
}

function durationProblem(seconds: number, { least, most }: SettingRange): string | undefined {
  if (seconds >= least && seconds <= most) return undefined
  const range = { least: formatDuration(least), most: formatDuration(most) }
  return fill(instance.settings.durationRange, range)
}
