import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { Field } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { toast } from '../parts/toasts.tsx'
import { useSubmit } from '../service/use-submit.ts'
import { longestPassword, PasswordField } from '../sign-in/password-field.tsx'
import { text } from '../texts/text.ts'

/** A new password, which signs out everywhere else. */
export function PasswordForm(props: { email: string; onChanged: () => void }): VNode {
  const [currentPassword, setCurrentPassword] = useState('')
  const [password, setPassword] = useState('')
  const { submit, isBusy, failure } = useSubmit('change-password')
  const send = async () => {
    if (!(await submit({ currentPassword, password }))) return
    setCurrentPassword('')
    setPassword('')
    toast(text.account.passwordChanged)
    props.onChanged()
  }
  return (
    <Form
      submitLabel={text.account.changePassword}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void send()}
    >
      <input type="hidden" autocomplete="username" value={props.email} />
      <Field
        label={text.account.currentPassword}
        isPassword
        autocomplete="current-password"
        name="currentPassword"
        most={longestPassword}
        problem={currentPassword === '' ? text.proof.missing : undefined}
        value={currentPassword}
        onValue={setCurrentPassword}
      />
      <PasswordField label={text.account.newPassword} value={password} onValue={setPassword} />
    </Form>
  )
}
