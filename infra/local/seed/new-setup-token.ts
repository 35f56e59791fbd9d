import * as z from 'zod'
import { askOperator, type Invoke } from './ask-operator.ts'

const answered = z.object({ token: z.string().optional() })

/** A setup token in the place of an earlier start's, as only its hash is kept; undefined where the instance is claimed. */
export async function newSetupToken(invoke: Invoke): Promise<string | undefined> {
  const answer = await askOperator(invoke, 'operator-setup-token', { command: 'renew' })
  return answered.parse(answer).token
}
