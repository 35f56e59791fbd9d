import { randomUUID } from 'node:crypto'
import { SSMClient } from '@aws-sdk/client-ssm'
import {
  type SeenPayoutWallets,
  seenPayoutWallets,
} from '../shared/money/payout-wallets/store/seen-payout-wallets.ts'
import { localAws } from './local-aws.ts'

/** The parameters of a new instance. */
export async function newSeenPayoutWallets(): Promise<SeenPayoutWallets> {
  await localAws()
  return seenPayoutWallets({ ssm: new SSMClient(), path: '/seen/', keyId: randomUUID() })
}
