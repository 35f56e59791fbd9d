import { newId, type RandomBytes } from '../../../kernel/ids.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { transact } from '../../../kernel/store/transact.ts'
import { refuseOperator } from '../rules/operator-refusals.ts'
import { type Challenge, challengeUse, loadChallenge } from '../store/challenges.ts'

const lifetimeMs = 5 * 60_000

type Deps = { now: () => Date; randomBytes: RandomBytes }

export function newChallenge(
  { now, randomBytes }: Deps,
  of: Pick<Challenge, 'purpose' | 'operatorId'>,
): Challenge {
  return {
    id: newId('challenge', now(), randomBytes),
    challenge: Buffer.from(randomBytes(32)).toString('base64url'),
    ...of,
    expiresAt: new Date(now().getTime() + lifetimeMs),
  }
}

/**
 * Uses a challenge up before anything is compared with it, so that there is one attempt per challenge, successful or not.
 * Throws `sign_in_failed` if it isn't one of this purpose and operator, or if it expired or was used.
 */
export async function takeChallenge(
  { table, now }: { table: Table; now: () => Date },
  id: string,
  of: Pick<Challenge, 'purpose' | 'operatorId'>,
): Promise<Challenge> {
  const found = await loadChallenge(table, id)
  const isOfThis = found?.purpose === of.purpose && found.operatorId === of.operatorId
  const isUsed =
    isOfThis && now() < found.expiresAt && (await transact(table, [challengeUse(found)])).committed
  if (!isUsed) throw refuseOperator('challenge_gone')
  return found
}
