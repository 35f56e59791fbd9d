import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { emailProblem } from '../parts/form-fields.ts'
import { OperationDialog } from '../parts/operation-dialog.tsx'
import { text } from '../texts/text.ts'
import { type Role, RoleField } from './role-field.tsx'

/** Email and role of somebody, who joins by a link that is shown once. */
export function Invite({ onClose }: { onClose: () => void }): VNode {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('operator')
  const [link, setLink] = useState<string>()
  if (link) return <InvitationLink link={link} email={email} onClose={onClose} />
  return (
    <OperationDialog
      title={text.people.inviteTitle}
      text={text.people.inviteLead}
      onClose={onClose}
      submitLabel={text.people.createLink}
      operation="invite-operator"
      input={{ email: email.trim(), role }}
      onDone={(invited) => setLink(invited.link)}
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
    </OperationDialog>
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
