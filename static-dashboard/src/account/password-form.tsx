import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { Form } from '../parts/form.tsx'
import { toast } from '../parts/toasts.tsx'
import { useSubmit } from '../service/use-submit.ts'
import { PasswordField } from '../sign-in/password-field.tsx'
import { text } from '../texts/text.ts'

/** A new password, which signs out everywhere else. */
export function PasswordForm(props: { email: string; onChanged: () => void }): VNode {
  const [password, setPassword] = useState('')
  const { submit, isBusy, failure } = useSubmit('change-password')
  const send = async () => {
    if (!(await submit({ password }))) return
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
      <PasswordField label={text.account.newPassword} value={password} onValue={setPassword} />
    </Form>
  )
}
