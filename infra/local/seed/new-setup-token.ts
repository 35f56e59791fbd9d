import * as z from 'zod'
import { type Invoke, invokeOperator } from './invoke-operator.ts'

const tokenResponse = z.object({ token: z.string().optional() })

/** Replaces the setup token of an earlier start, since only its hash is stored. Undefined if the instance is claimed. */
export async function newSetupToken(invoke: Invoke): Promise<string | undefined> {
  const response = await invokeOperator(invoke, 'operator-setup-token', { command: 'renew' })
  return tokenResponse.parse(response).token
}
