import type { InputHTMLAttributes, TextareaHTMLAttributes, VNode } from 'preact'
import type { DetailsField } from '../customer-steps.ts'
import { text } from '../texts/text.ts'

type Props = {
  name: DetailsField
  isInvalid: boolean
  /** Attributes for autofill and for the right keyboard on a phone. */
  hints: InputHTMLAttributes & TextareaHTMLAttributes
}

export function DetailField({ name, isInvalid, hints }: Props): VNode {
  const errorId = `${name}-error`
  const Control = name === 'notes' ? 'textarea' : 'input'
  return (
    <div class={`detail detail-${name}`}>
      <label for={name}>{text.details.fields[name]}</label>
      <Control
        {...hints}
        id={name}
        name={name}
        {...(isInvalid && { 'aria-invalid': true, 'aria-describedby': errorId })}
      />
      {isInvalid && (
        <p class="note note-bad" id={errorId}>
          {name === 'email' ? text.details.invalidEmail : text.details.invalid}
        </p>
      )}
    </div>
  )
}
