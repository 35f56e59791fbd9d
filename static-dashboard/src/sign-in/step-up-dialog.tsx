import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { emptyProblem } from '../parts/form-fields.ts'
import { Loaded } from '../parts/page.tsx'
import { Notice } from '../parts/status.tsx'
import { problemText } from '../problem-text.ts'
import type { Failure } from '../service/call.ts'
import { confirmWithPasskey, hasPasskeys } from '../service/passkeys.ts'
import { askedToConfirm } from '../service/step-up.ts'
import { useQuery } from '../service/use-query.ts'
import { useSubmit } from '../service/use-submit.ts'
import { text } from '../texts/text.ts'
import { longestPassword } from './password-field.tsx'

/** Asks the operator to confirm who they are; the call that needed it is then repeated. */
export function StepUpDialog(): VNode {
  const finish = (isConfirmed: boolean) => askedToConfirm.peek()?.finish(isConfirmed)
  const methods = useQuery('begin-step-up', {})
  return (
    <Dialog title={text.stepUp.title} text={text.stepUp.lead} onClose={() => finish(false)}>
      <Loaded query={methods} rows={2}>
        {({ methods: offered, needsCode }) => (
          <>
            {offered.includes('passkey') && hasPasskeys() && <WithPasskey onDone={finish} />}
            {offered.includes('password') && <WithPassword needsCode={needsCode} onDone={finish} />}
          </>
        )}
      </Loaded>
      <div class="actions">
        <Button kind="plain" onClick={() => finish(false)}>
          {text.cancel}
        </Button>
      </div>
    </Dialog>
  )
}

type Props = { onDone: (isConfirmed: boolean) => void }

function WithPasskey({ onDone }: Props): VNode {
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const ask = async () => {
    setAsking(true)
    const outcome = await confirmWithPasskey()
    setAsking(false)
    if (outcome === 'done') onDone(true)
    else if (outcome.kind !== 'cancelled') setFailure(outcome)
  }
  return (
    <div class="actions">
      <Button
        kind="primary"
        icon="passkey"
        busy={isAsking && text.signIn.asking}
        onClick={() => void ask()}
      >
        {text.stepUp.withPasskey}
      </Button>
      {failure && <Notice tone="bad" title={problemText(failure)} />}
    </div>
  )
}

function WithPassword({ needsCode, onDone }: Props & { needsCode: boolean }): VNode {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { submit, isBusy, failure } = useSubmit('step-up')
  const send = async () => {
    const output = await submit({ password, ...(needsCode && { code: code.trim() }) })
    if (output?.confirmed) onDone(true)
  }
  return (
    <Form
      submitLabel={text.stepUp.confirm}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void send()}
    >
      <Field
        label={text.signIn.password}
        isPassword
        autocomplete="current-password"
        name="password"
        most={longestPassword}
        problem={password === '' ? text.stepUp.missing : undefined}
        value={password}
        onValue={setPassword}
      />
      {needsCode && (
        <Field
          label={text.signIn.code}
          hint={text.signIn.codeHint}
          autocomplete="one-time-code"
          name="code"
          most={40}
          problem={emptyProblem(code)}
          value={code}
          onValue={setCode}
        />
      )}
    </Form>
  )
}
