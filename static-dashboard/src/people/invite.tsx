import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { emailProblem } from '../parts/form-fields.ts'
import { useSubmit } from '../service/use-submit.ts'
import { text } from '../texts/text.ts'
import { type Role, RoleField } from './role-field.tsx'

/** Email and role of somebody, who joins by a link that is shown once. */
export function Invite({ onClose }: { onClose: () => void }): VNode {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('operator')
  const { submit, isBusy, failure, last } = useSubmit('invite-operator')
  if (last) return <InvitationLink link={last.link} email={email} onClose={onClose} />
  return (
    <FormDialog
      title={text.people.inviteTitle}
      text={text.people.inviteLead}
      onClose={onClose}
      submitLabel={text.people.createLink}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void submit({ email: email.trim(), role })}
    >
      <Field
        label={text.signIn.email}
        inputMode="email"
        autocomplete="off"
        autofocus
        value={email}
        name="email"
        problem={emailProblem(email)}
        onValue={setEmail}
      />
      <RoleField value={role} onValue={setRole} />
    </FormDialog>
  )
}

function InvitationLink(props: { link: string; email: string; onClose: () => void }): VNode {
  const { link, email, onClose } = props
  return (
    <Dialog
      title={text.people.linkTitle}
      text={fill(text.people.linkLead, { email: email.trim() })}
      onClose={onClose}
    >
      <code class="secret">{link}</code>
      <div class="actions">
        <CopyButton value={link} label={text.people.copyLink} />
        <Button kind="primary" onClick={onClose}>
          {text.done}
        </Button>
      </div>
    </Dialog>
  )
}
