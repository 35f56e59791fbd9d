import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Operations } from '../operations.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { emptyProblem } from '../parts/form-fields.ts'
import { Loaded } from '../parts/page.tsx'
import { Notice } from '../parts/status.tsx'
import { problemText } from '../problem-text.ts'
import { hasPasskeys, proveWithPasskey } from '../service/passkeys.ts'
import { askedForProof, type Proof } from '../service/proof.ts'
import type { Failure } from '../service/result.ts'
import { useQuery } from '../service/use-query.ts'
import { text } from '../texts/text.ts'
import { longestPassword } from './password-field.tsx'

type Ways = Operations['begin-proof']['output']

/** Asks the operator to confirm one request, which is then sent with the proof. */
export function ProofDialog(): VNode | null {
  const asked = askedForProof.value
  const ways = useQuery('begin-proof', asked?.begin ?? { digest: '' })
  if (!asked) return null
  return (
    <Dialog title={text.proof.title} text={text.proof.lead} onClose={asked.cancel}>
      <Loaded query={ways} rows={2}>
        {(offered) => <Offered ways={offered} />}
      </Loaded>
      <div class="actions">
        <Button kind="plain" onClick={asked.cancel}>
          {text.cancel}
        </Button>
      </div>
    </Dialog>
  )
}

function Offered({ ways }: { ways: Ways }): VNode {
  const byPasskey = ways.passkey !== null && hasPasskeys()
  if (!byPasskey && !ways.byPassword) return <Notice tone="warn" title={text.proof.noWay} />
  return (
    <>
      {byPasskey && <WithPasskey />}
      {ways.byPassword && <WithPassword code={ways.code} isOnly={!byPasskey} />}
    </>
  )
}

function WithPasskey(): VNode {
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const ask = async () => {
    const asked = askedForProof.peek()
    if (!asked) return
    setAsking(true)
    const proof = await proveWithPasskey(asked.begin)
    const refused = 'kind' in proof ? proof : await asked.give(proof)
    setAsking(false)
    if (refused && refused.kind !== 'cancelled') setFailure(refused)
  }
  return (
    <div class="actions">
      <Button
        kind="primary"
        icon="passkey"
        busy={isAsking && text.signIn.asking}
        onClick={() => void ask()}
      >
        {text.proof.withPasskey}
      </Button>
      {failure && <Notice tone="bad" title={problemText(failure)} />}
    </div>
  )
}

function WithPassword({ code: kind, isOnly }: Pick<Ways, 'code'> & { isOnly: boolean }): VNode {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const needsCode = kind !== 'none'
  const send = async () => {
    setBusy(true)
    const proof: Proof = { password, ...(needsCode && { code: code.trim() }) }
    setFailure(await askedForProof.peek()?.give(proof))
    setBusy(false)
  }
  return (
    <Form
      submitLabel={text.proof.confirm}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void send()}
    >
      <Field
        label={text.signIn.password}
        isPassword
        autocomplete="current-password"
        autofocus={isOnly}
        name="password"
        most={longestPassword}
        problem={password === '' ? text.proof.missing : undefined}
        value={password}
        onValue={setPassword}
      />
      {needsCode && (
        <Field
          label={text.signIn.code}
          hint={kind === 'recovery' ? text.proof.recoveryHint : text.signIn.codeHint}
          autocomplete="one-time-code"
          name="code"
          most={80}
          problem={emptyProblem(code)}
          value={code}
          onValue={setCode}
        />
      )}
    </Form>
  )
}
