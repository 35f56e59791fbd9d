import type { VNode } from 'preact'
import { fill } from '../../../static-ui/template.ts'
import { Field } from '../parts/field.tsx'
import { text } from '../texts/text.ts'

const shortestPassword = 12

/** A new password. Length is what makes it strong, so nothing else is required. */
export function PasswordField(props: {
  label?: string
  value: string
  error?: string | undefined
  onValue: (value: string) => void
}): VNode {
  const { label = text.signIn.password, value, error, onValue } = props
  return (
    <Field
      label={label}
      hint={fill(text.owner.passwordHint, { count: shortestPassword })}
      isPassword
      autocomplete="new-password"
      minLength={shortestPassword}
      value={value}
      error={error}
      onValue={onValue}
    />
  )
}

/** Why it can't be used. */
export function passwordProblem(password: string): string | undefined {
  if (password.length >= shortestPassword) return undefined
  return fill(text.owner.passwordHint, { count: shortestPassword })
}
