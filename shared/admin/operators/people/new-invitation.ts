import { newId, type RandomBytes } from '../../../kernel/ids.ts'
import { linkSecretHash } from '../../../kernel/link-secret.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { type Invitation, invitationLifetimeMs } from '../rules/invitation.ts'
import { relyingParty } from '../sign-in/relying-party.ts'
import { invitationCreation, invitationRemoval, listInvitations } from '../store/invitations.ts'

type Deps = { table: Table; now: () => Date; randomBytes: RandomBytes }

type Made = { invitation: Invitation; link: string; writes: Write[] }

/** A link in place of those that the email has. Its secret is after the `#`, which browsers send to nobody. */
export async function newInvitation(
  { table, now, randomBytes }: Deps,
  of: Pick<Invitation, 'email' | 'role' | 'operatorId' | 'invitedBy'>,
): Promise<Made> {
  const { origin } = await relyingParty(table)
  const at = now()
  const id = newId('invitation', at, randomBytes)
  const secret = Buffer.from(randomBytes(32)).toString('base64url')
  const invitation = {
    ...of,
    id,
    secretHash: linkSecretHash(secret),
    createdAt: at,
    expiresAt: new Date(at.getTime() + invitationLifetimeMs),
  }
  const earlier = (await listInvitations(table, at)).filter(({ email }) => email === of.email)
  return {
    invitation,
    link: `${origin}/dashboard/invitation#${id}.${secret}`,
    writes: [...earlier.map((each) => invitationRemoval(each.id)), invitationCreation(invitation)],
  }
}
