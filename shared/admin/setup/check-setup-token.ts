import { timingSafeEqual } from 'node:crypto'
import { ServiceError } from '../../kernel/errors.ts'
import { saltedHash } from '../../kernel/salted-hash.ts'
import type { Table } from '../../kernel/store/table.ts'
import { loadInstance } from '../../records/settings/store/instance.ts'
import { loadSetupToken } from '../operators/store/setup-token.ts'

/** Compared with if there is no token, so that its absence takes as long as a wrong one. */
const none = { salt: 'AAAAAAAAAAAAAAAAAAAAAA==', hash: saltedHash('', '') }

/** Throws `unauthenticated` unless the token is the setup token of an instance that is not set up yet. */
export async function checkSetupToken(table: Table, token: string): Promise<void> {
  const [instance, kept] = await Promise.all([loadInstance(table), loadSetupToken(table)])
  const { salt, hash } = kept ?? none
  const given = Buffer.from(saltedHash(token, salt), 'base64')
  const matches = timingSafeEqual(given, Buffer.from(hash, 'base64'))
  if (matches && !instance) return
  throw new ServiceError('unauthenticated', 'This is not the setup token of this instance.')
}
