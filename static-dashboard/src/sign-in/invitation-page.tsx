import type { VNode } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import { Field } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { emptyProblem } from '../parts/form-fields.ts'
import { Loaded } from '../parts/page.tsx'
import { hrefOf, navigate } from '../router.ts'
import { useQuery } from '../service/use-query.ts'
import { useSubmit } from '../service/use-submit.ts'
import { loadVisit } from '../service/visit.ts'
import { text } from '../texts/text.ts'
import { Alone } from './alone.tsx'
import { PasswordField } from './password-field.tsx'

/** The first page of an invited person. The token is behind the `#`, so it is in no log. */
export function InvitationPage(): VNode {
  const token = useMemo(() => window.location.hash.slice(1), [])
  const invitation = useQuery('show-invitation', { token })
  return (
    <Alone name={text.invitation.title}>
      <h1>{text.invitation.title}</h1>
      <Loaded query={invitation}>
        {({ email, role, isReset }) => (
          <>
            <p class="lead">
              {fill(isReset ? text.invitation.resetLead : text.invitation.lead, {
                email,
                role: text.roles[role],
              })}
            </p>
            <AcceptForm token={token} email={email} isReset={isReset} />
          </>
        )}
      </Loaded>
    </Alone>
  )
}

type Props = { token: string; email: string; isReset: boolean }

function AcceptForm({ token, email, isReset }: Props): VNode {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const { submit, isBusy, failure } = useSubmit('accept-invitation')
  const send = async () => {
    if (!(await submit({ token, password, ...(!isReset && { name: name.trim() }) }))) return
    // First: if somebody else was signed in, the page starts afresh, and the link is used up.
    history.replaceState(null, '', hrefOf('/settings/account'))
    await loadVisit()
    navigate('/settings/account', { replace: true })
  }
  return (
    <Form
      submitLabel={text.invitation.accept}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void send()}
    >
      <input
        type="email"
        class="visually-hidden"
        autocomplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      {!isReset && (
        <Field
          label={text.owner.name}
          autocomplete="name"
          autofocus
          value={name}
          name="name"
          most={100}
          problem={emptyProblem(name)}
          onValue={setName}
        />
      )}
      <PasswordField autofocus={isReset} value={password} onValue={setPassword} />
    </Form>
  )
}
