import type { VNode } from 'preact'
import type { Operations } from '../operations.ts'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { problemText } from '../problem-text.ts'
import { ownersOnly } from '../service/role.ts'
import { useSubmit } from '../service/use-submit.ts'
import { text } from '../texts/text.ts'

type Invitation = Operations['list-operators']['output']['invitations'][number]

export function InvitationRow(props: { invitation: Invitation; onRevoked: () => void }): VNode {
  const { id, email, role, isReset, expiresAt } = props.invitation
  const { submit, isBusy, failure } = useSubmit('revoke-invitation')
  const revoke = () => void submit({ id }).then((done) => done && props.onRevoked())
  return (
    <li>
      <div>
        <h3>
          {email} <span class="tag">{text.roles[role]}</span>
          {isReset && <span class="tag">{text.people.reset}</span>}
        </h3>
        <p>
          {text.people.validUntil} <Time at={expiresAt} isDue />
        </p>
      </div>
      <Button kind="soft" reason={ownersOnly()} busy={isBusy && text.working} onClick={revoke}>
        {text.keys.revoke}
      </Button>
      {failure && (
        <div class="wide">
          <Notice tone="bad" title={problemText(failure)} />
        </div>
      )}
    </li>
  )
}
