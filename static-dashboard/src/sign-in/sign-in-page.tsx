import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { emptyProblem } from '../parts/form-fields.ts'
import { Notice } from '../parts/status.tsx'
import { problemText } from '../problem-text.ts'
import { hasPasskeys, signInWithPasskey, stopPasskeys } from '../service/passkeys.ts'
import type { Failure } from '../service/result.ts'
import { useSubmit } from '../service/use-submit.ts'
import { loadVisit } from '../service/visit.ts'
import { isExpired } from '../service/visit-state.ts'
import { tellWrongCodes } from '../service/wrong-codes.ts'
import { text } from '../texts/text.ts'
import { Alone } from './alone.tsx'
import { longestPassword } from './password-field.tsx'

/** Shown at any address until somebody is signed in, who then sees the page at that address. */
export function SignInPage(): VNode {
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  useEffect(() => {
    void signInWithPasskey({ autofill: true }).then(finish)
    return stopPasskeys
  }, [])
  const finish = (outcome: Failure | 'done') => {
    setAsking(false)
    if (outcome === 'done') void loadVisit()
    else if (outcome.kind !== 'cancelled') setFailure(outcome)
  }
  const ask = () => {
    setAsking(true)
    setFailure(undefined)
    void signInWithPasskey({ autofill: false }).then(finish)
  }
  return (
    <Alone name={text.signIn.title}>
      <h1>{text.signIn.title}</h1>
      {isExpired.value && <Notice tone="info" title={text.signIn.expired} />}
      {hasPasskeys() && (
        <div class="way">
          <Button kind="primary" icon="passkey" busy={isAsking && text.signIn.asking} onClick={ask}>
            {text.signIn.withPasskey}
          </Button>
          {failure && <Notice tone="bad" title={problemText(failure)} />}
          <p class="or">
            <span>{text.signIn.or}</span>
          </p>
        </div>
      )}
      <PasswordForm />
    </Alone>
  )
}

function PasswordForm(): VNode {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  const { submit, isBusy, failure } = useSubmit('sign-in-with-password')
  const send = async () => {
    const given = needsCode && code.trim() !== ''
    const output = await submit({ email, password, ...(given && { code: code.trim() }) })
    if (output?.signedIn) await enter(output)
    else if (output) setNeedsCode(true)
  }
  return (
    <Form
      submitLabel={text.signIn.submit}
      busyLabel={text.signIn.submitting}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void send()}
      aside={<p class="note">{text.signIn.lost}</p>}
    >
      <Field
        label={text.signIn.email}
        inputMode="email"
        autocomplete="username webauthn"
        autofocus
        name="email"
        problem={emptyProblem(email)}
        value={email}
        onValue={setEmail}
      />
      <Field
        label={text.signIn.password}
        isPassword
        autocomplete="current-password"
        name="password"
        most={longestPassword}
        problem={password === '' ? text.problems.empty : undefined}
        value={password}
        onValue={setPassword}
      />
      {needsCode && (
        <Field
          label={text.signIn.code}
          hint={text.signIn.codeHint}
          autocomplete="one-time-code"
          autofocus
          name="code"
          most={80}
          value={code}
          onValue={setCode}
        />
      )}
    </Form>
  )
}

async function enter({ wrongCodes }: { wrongCodes: number }): Promise<void> {
  stopPasskeys()
  tellWrongCodes(wrongCodes)
  await loadVisit()
}
