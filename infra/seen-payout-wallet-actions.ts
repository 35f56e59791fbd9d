import type { Touches } from '../shared/kernel/operation/touches.ts'

const reading = 'ssm:GetParameter'
const writing = 'ssm:PutParameter'

export type ParameterAction = typeof reading | typeof writing

/** The sweep notes which payout wallets it has seen, and whoever seals one reads it. Nobody else needs it. */
export function seenPayoutWalletActions({
  encrypts = [],
  decrypts = [],
}: Touches): readonly ParameterAction[] {
  if (decrypts.includes('hd-mnemonic') && decrypts.includes('payout-wallets')) {
    return [reading, writing]
  }
  return encrypts.includes('payout-wallets') ? [reading] : []
}
