import * as z from 'zod'
import { isLinkSecret } from '../../../kernel/link-secret.ts'
import { roles } from '../../../kernel/roles.ts'
import { moment } from '../../../kernel/store/codecs.ts'
import { queryAll } from '../../../kernel/store/query.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { addition } from '../../../kernel/store/writes.ts'
import type { Invitation } from '../rules/invitation.ts'
import { operatorKeys } from './keys.ts'

const invitationCodec = z.object({
  id: z.string(),
  secretHash: z.base64(),
  email: z.string(),
  role: z.enum(roles),
  operatorId: z.string().nullable(),
  invitedBy: z.string().nullable(),
  createdAt: moment,
  expiresAt: moment,
})

export function invitationCreation(invitation: Invitation): Write {
  const ttl = Math.ceil(invitation.expiresAt.getTime() / 1000)
  const stored = z.encode(invitationCodec, invitation)
  return addition({ ...operatorKeys.invitation(invitation.id), ...stored, ttl })
}

/** The write that uses an invitation up; its condition fails if it was used or revoked. */
export function invitationUse(id: string): Write {
  const Key = operatorKeys.invitation(id)
  return { Delete: { Key, ConditionExpression: 'attribute_exists(pk)' } }
}

export function invitationRemoval(id: string): Write {
  return { Delete: { Key: operatorKeys.invitation(id) } }
}

/** Those that can be accepted, the oldest first (consistent). */
export async function listInvitations(table: Table, now: Date): Promise<Invitation[]> {
  const { pk: partition } = operatorKeys.invitation('')
  const all = await queryAll(table, { partition }, invitationCodec)
  return all.filter(({ expiresAt }) => now < expiresAt)
}

/** The invitation that a token belongs to, unless it expired, was used or was revoked. */
export async function findInvitation(
  table: Table,
  token: string,
  now: Date,
): Promise<Invitation | undefined> {
  const [id = '', secret = ''] = token.split('.')
  if (id.length === 0) return undefined
  const found = await readItem(table, operatorKeys.invitation(id), invitationCodec)
  if (!found || now >= found.expiresAt) return undefined
  return isLinkSecret(secret, found.secretHash) ? found : undefined
}
