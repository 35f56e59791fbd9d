import { mintSetupToken } from '../../../shared/admin/setup/mint-setup-token.ts'
import type { CallOperator } from '../../operate/call-operator.ts'

/** Replaces the setup token of an earlier start, since only its hash is stored. Undefined if the instance is claimed. */
export async function newSetupToken(call: CallOperator): Promise<string | undefined> {
  const minted = await call(mintSetupToken, { renew: true })
  return minted.state === 'minted' ? minted.token : undefined
}
