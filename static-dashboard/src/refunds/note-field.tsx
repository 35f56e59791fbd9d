import type { VNode } from 'preact'
import { Field } from '../parts/field.tsx'
import { money } from '../texts/money/money.ts'

type Props = { value: string; onValue: (value: string) => void }

/** The reason, for the audit log. */
export function NoteField({ value, onValue }: Props): VNode {
  const { note, noteMissing } = money.onePayment.settle
  return (
    <Field
      label={note}
      value={value}
      onValue={onValue}
      maxLength={1000}
      name="note"
      problem={value.trim() === '' ? noteMissing : undefined}
    />
  )
}
