import type { VNode } from 'preact'
import type { SettingRange } from '../../../shared/records/settings/rules/setting-ranges.ts'
import { Field } from '../parts/field.tsx'
import { numberProblem } from './number-problem.ts'

type Words = {
  label: string
  unit?: string
  hint?: string
  /** The meaning of an empty field; without it, the field has to be filled in. */
  empty?: string
}

type FieldProps = {
  name: string
  words: Words
  range: SettingRange
  value: string
  onValue: (value: string) => void
}

export function NumberField({ name, words, range, value, onValue }: FieldProps): VNode {
  const { label, unit, hint, empty } = words
  const isEmpty = value.trim() === ''
  const problem = isEmpty && empty !== undefined ? undefined : numberProblem(value, range)
  return (
    <Field
      label={label}
      hint={hint}
      inputMode={range.decimals === undefined ? 'numeric' : 'decimal'}
      autocomplete="off"
      {...(unit !== undefined && { suffix: unit })}
      {...(empty !== undefined && { placeholder: empty })}
      value={value}
      name={name}
      problem={problem}
      error={isEmpty ? undefined : problem}
      onValue={onValue}
    />
  )
}

export type NumberDraft<Name extends string> = { [Each in Name]?: string }

type Props<Name extends string> = {
  names: readonly Name[]
  wordsOf: (name: Name, value: string) => Words
  ranges: Readonly<Record<Name, SettingRange>>
  draft: NumberDraft<Name>
  change: (part: NumberDraft<Name>) => void
}

export function NumberFields<Name extends string>(props: Props<Name>): VNode {
  const { names, wordsOf, ranges, draft, change } = props
  return (
    <div class="pair">
      {names.map((name) => {
        const value = draft[name] ?? ''
        return (
          <NumberField
            key={name}
            name={name}
            words={wordsOf(name, value)}
            range={ranges[name]}
            value={value}
            onValue={(typed) => change(only(name, typed))}
          />
        )
      })}
    </div>
  )
}

export function only<Name extends string>(name: Name, value: string): NumberDraft<Name> {
  const draft: NumberDraft<Name> = {}
  draft[name] = value
  return draft
}

/** The values that are present, converted. */
export function converted<Name extends string, From, To>(
  names: readonly Name[],
  values: Readonly<{ [Each in Name]?: From }>,
  convert: (value: From) => To,
): { [Each in Name]?: To } {
  const result: { [Each in Name]?: To } = {}
  for (const name of names) {
    const value = values[name]
    if (value !== undefined) result[name] = convert(value)
  }
  return result
}
