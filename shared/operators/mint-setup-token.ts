import { type RandomBytes, uniformCharacters } from '../kernel/ids.ts'
import { saltedHash } from '../kernel/salted-hash.ts'
import type { Table } from '../kernel/store/table.ts'
import { transact } from '../kernel/store/transact.ts'
import { loadInstance } from '../settings/store/instance.ts'
import { setupTokenCreation } from './store/setup-token.ts'

export type MintSetupTokenDeps = { table: Table; now: () => Date; randomBytes: RandomBytes }

export type MintedSetupToken =
  /** Given out here and never again. */
  | { state: 'minted'; token: string }
  | { state: 'minted-before' }
  /** The instance is set up, so there is nothing to claim. */
  | { state: 'claimed' }

/** Without letters and digits that look alike: about 185 bits. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
const tokenLength = 37

/** Makes the token that claims an instance nobody has set up yet; `renew` replaces one that was lost. */
export async function mintSetupToken(
  deps: MintSetupTokenDeps,
  { renew }: { renew: boolean },
): Promise<MintedSetupToken> {
  const { table, now, randomBytes } = deps
  if (await loadInstance(table)) return { state: 'claimed' }
  const token = uniformCharacters(tokenLength, alphabet, randomBytes)
  const salt = Buffer.from(randomBytes(16)).toString('base64')
  const kept = { salt, hash: saltedHash(token, salt), mintedAt: now() }
  const { committed } = await transact(table, [setupTokenCreation(kept, { replaces: renew })])
  return committed ? { state: 'minted', token } : { state: 'minted-before' }
}
