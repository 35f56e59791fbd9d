import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { Field } from '../parts/field.tsx'
import { text } from '../texts/text.ts'

const shortestPassword = 12
/** The limit for every password field, also those that confirm a current password. */
export const longestPassword = 256

/** A new password. Length is what makes it strong, so nothing else is required. */
export function PasswordField(props: {
  label?: string
  autofocus?: boolean
  value: string
  onValue: (value: string) => void
}): VNode {
  const { label = text.signIn.password, autofocus = false, value, onValue } = props
  return (
    <Field
      label={label}
      hint={fill(text.owner.passwordHint, { count: shortestPassword })}
      isPassword
      autofocus={autofocus}
      autocomplete="new-password"
      minLength={shortestPassword}
      most={longestPassword}
      name="password"
      value={value}
      problem={problemWith(value)}
      onValue={onValue}
    />
  )
}

/** Why it can't be used. */
function problemWith({ length }: string): string | undefined {
  if (length === 0) return text.problems.empty
  if (length >= shortestPassword) return undefined
  return fill(text.owner.tooShort, { count: length, of: shortestPassword })
}
