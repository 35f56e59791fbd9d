import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { initialsOf } from '../format.ts'
import { Button } from '../parts/button.tsx'
import { Loaded, PageHead, Section } from '../parts/page.tsx'
import { Time } from '../parts/time.tsx'
import { ownersOnly } from '../service/role.ts'
import { useQuery } from '../service/use-query.ts'
import { visit } from '../service/visit-state.ts'
import { text } from '../texts/text.ts'
import { ChangeRole } from './change-role.tsx'
import { InvitationRow } from './invitation-row.tsx'
import { Invite } from './invite.tsx'
import type { Person } from './person.ts'
import { RemovePerson } from './remove-person.tsx'

type Open = { dialog: 'invite' } | { dialog: 'role' | 'remove'; person: Person }

export function PeoplePage(): VNode {
  const people = useQuery('list-operators', {})
  const [open, setOpen] = useState<Open>()
  const close = () => {
    setOpen(undefined)
    void people.reload()
  }
  const invite = (
    <Button
      kind="primary"
      icon="plus"
      reason={ownersOnly()}
      onClick={() => setOpen({ dialog: 'invite' })}
    >
      {text.people.invite}
    </Button>
  )
  return (
    <>
      <PageHead name={text.pages.people} title={text.pages.people} actions={invite}>
        {text.people.lead}
      </PageHead>
      <Loaded query={people}>
        {({ operators, invitations }) => (
          <>
            <Section title={text.people.members} note={operators.length}>
              <ul class="rows">
                {operators.map((person) => (
                  <PersonRow key={person.id} person={person} onOpen={setOpen} />
                ))}
              </ul>
            </Section>
            {invitations.length > 0 && (
              <Section title={text.people.invited} note={invitations.length}>
                <ul class="rows">
                  {invitations.map((each) => (
                    <InvitationRow
                      key={each.id}
                      invitation={each}
                      onRevoked={() => void people.reload()}
                    />
                  ))}
                </ul>
              </Section>
            )}
          </>
        )}
      </Loaded>
      {open?.dialog === 'invite' && <Invite onClose={close} />}
      {open?.dialog === 'role' && <ChangeRole person={open.person} onClose={close} />}
      {open?.dialog === 'remove' && <RemovePerson person={open.person} onClose={close} />}
    </>
  )
}

function PersonRow(props: { person: Person; onOpen: (open: Open) => void }): VNode {
  const { person, onOpen } = props
  const { id, name, email, role, lastSeenAt, hasSecondFactor } = person
  const isSelf = visit.value?.operator?.id === id
  const reason = ownersOnly() ?? (isSelf ? text.people.notYourself : undefined)
  return (
    <li class="with-icon">
      <span class="face" aria-hidden="true">
        {initialsOf(name || email)}
      </span>
      <div>
        <h3>
          {name || email} <span class="tag">{text.roles[role]}</span>
          {isSelf && <span class="tag">{text.people.you}</span>}
        </h3>
        <p>
          {email} ·{' '}
          {lastSeenAt ? (
            <>
              {text.people.seen} <Time at={lastSeenAt} />
            </>
          ) : (
            text.people.notSignedIn
          )}
          {!hasSecondFactor && ` · ${text.people.noFactor}`}
        </p>
      </div>
      <div class="actions">
        <Button kind="soft" reason={reason} onClick={() => onOpen({ dialog: 'role', person })}>
          {text.people.role}
        </Button>
        <Button kind="soft" reason={reason} onClick={() => onOpen({ dialog: 'remove', person })}>
          {text.people.remove}
        </Button>
      </div>
    </li>
  )
}
