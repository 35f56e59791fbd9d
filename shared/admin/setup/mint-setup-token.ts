import * as z from 'zod'
import { uniformCharacters } from '../../kernel/ids.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { saltedHash } from '../../kernel/salted-hash.ts'
import { loadInstance } from '../../records/settings/store/instance.ts'
import { loadStaff } from '../operators/store/operators.ts'
import { loadSetupToken, setupTokenCreation } from '../operators/store/setup-token.ts'

const mintedSetupToken = z.discriminatedUnion('state', [
  /** It is never shown again. */
  z.object({ state: z.literal('minted'), token: z.string() }),
  z.object({ state: z.literal('minted-before') }),
  /** The instance has an owner, so there is nothing to claim. */
  z.object({ state: z.literal('claimed') }),
])

export type MintedSetupToken = z.infer<typeof mintedSetupToken>

export const mintSetupToken = operatorOperation({
  name: 'mint-setup-token',
  role: 'owner',
  command: 'setup-token',
  dashboard: false,
  input: z.strictObject({
    renew: z.boolean().default(false).describe('replaces a lost one'),
  }),
  output: mintedSetupToken,
  touches: { table: 'write', administers: ['setup-token', 'audit-log'] },
  docs: { summary: 'Create the token that claims an instance, or replace a lost one' },
  /** Only the token's hash is stored. */
  async run({ table, now, randomBytes }, { input: { renew } }) {
    const [instance, staff, known] = await Promise.all([
      loadInstance(table),
      loadStaff(table),
      loadSetupToken(table),
    ])
    if (instance || staff.operators.length > 0) return { result: { state: 'claimed' } as const }
    if (known && !renew) return { result: { state: 'minted-before' } as const }
    const token = uniformCharacters(tokenLength, alphabet, randomBytes)
    const salt = Buffer.from(randomBytes(16)).toString('base64')
    const kept = { salt, hash: saltedHash(token, salt), mintedAt: now() }
    return {
      changes: [{ mode: 'live', action: 'setup-token.mint', target: 'instance', after: { renew } }],
      writes: [setupTokenCreation(kept, { replaces: renew })],
      result: { state: 'minted', token } as const,
    }
  },
})

/** Without letters and digits that look alike: about 185 bits. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
const tokenLength = 37
