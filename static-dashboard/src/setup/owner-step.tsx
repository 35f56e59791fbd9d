import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { SecondFactor } from '../account/second-factor.tsx'
import { Field } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { emailProblem, emptyProblem } from '../parts/form-fields.ts'
import { useSubmit } from '../service/use-submit.ts'
import { loadVisit } from '../service/visit.ts'
import { visit } from '../service/visit-state.ts'
import { PasswordField } from '../sign-in/password-field.tsx'
import { text } from '../texts/text.ts'
import { goOn } from './go-on.ts'
import { StepHead } from './step-head.tsx'

export function OwnerStep(): VNode {
  if (!visit.value?.operator) return <ClaimForm />
  return (
    <>
      <StepHead title={text.secondFactor.title}>{text.secondFactor.lead}</StepHead>
      <SecondFactor onDone={() => void goOn('wallet')} />
    </>
  )
}

function ClaimForm(): VNode {
  const [values, setValues] = useState({ setupToken: '', name: '', email: '', password: '' })
  const set = (name: keyof typeof values) => (value: string) =>
    setValues((before) => ({ ...before, [name]: value }))
  const { submit, isBusy, failure } = useSubmit('claim-instance')
  const { setupToken, name, email, password } = values
  const send = async () => {
    const given = { ...values, setupToken: setupToken.trim(), name: name.trim() }
    if (await submit({ ...given, email: email.trim() })) await loadVisit()
  }
  const isWrongToken = failure?.kind === 'rejected' && failure.code === 'unauthenticated'
  return (
    <>
      <StepHead title={text.owner.title}>{text.owner.lead}</StepHead>
      <Form
        submitLabel={text.owner.submit}
        isBusy={isBusy}
        failure={failure}
        isShown={isWrongToken}
        onSubmit={() => void send()}
      >
        <Field
          label={text.owner.token}
          hint={text.owner.tokenHint}
          autocomplete="off"
          autofocus
          value={setupToken}
          name="setupToken"
          most={200}
          problem={emptyProblem(setupToken)}
          error={isWrongToken ? text.owner.wrongToken : undefined}
          onValue={set('setupToken')}
        />
        <div class="pair">
          <Field
            label={text.owner.name}
            autocomplete="name"
            name="name"
            most={100}
            problem={emptyProblem(name)}
            value={name}
            onValue={set('name')}
          />
          <Field
            label={text.signIn.email}
            inputMode="email"
            autocomplete="username"
            value={email}
            name="email"
            problem={emailProblem(email)}
            onValue={set('email')}
          />
        </div>
        <PasswordField value={password} onValue={set('password')} />
      </Form>
    </>
  )
}
