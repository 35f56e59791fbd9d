import { randomBytes } from 'node:crypto'
import { KMSClient } from '@aws-sdk/client-kms'
import { isAddress } from 'viem/utils'
import * as z from 'zod'
import { email } from '../../shared/contract/primitives.ts'
import { modes } from '../../shared/domain/mode.ts'
import { notifiers } from '../../shared/domain/notifier-key.ts'
import { parseWith } from '../../shared/http/parse-with.ts'
import { openTable } from '../../shared/store/table.ts'
import { type SetUpInstanceDeps, setUpInstance } from '../../shared/use-cases/set-up-instance.ts'
import { seal } from '../../shared/wallet/seal.ts'
import { config } from '../config.ts'
import { operatorHandler } from '../handlers/operator-handler.ts'
import { baseUrl } from './base-url.ts'

const chainId = z.int().positive()

const input = z.strictObject({
  mnemonic: z.string(),
  baseUrl,
  owner: z.strictObject({ email, password: z.string().min(12).max(256) }),
  notifierKeys: z
    .array(z.strictObject({ notifier: z.enum(notifiers), chainId, signingKey: z.string().min(1) }))
    .default([]),
  payoutWallets: z
    .array(
      z.strictObject({
        mode: z.enum(modes),
        chainId,
        address: z.string().refine((text) => isAddress(text), { error: 'must be an address' }),
      }),
    )
    .default([]),
})

const kms = new KMSClient()
const keyId = config('KMS_KEY_ID')

const deps: SetUpInstanceDeps = {
  table: openTable(config('TABLE_NAME')),
  now: () => new Date(),
  randomBytes,
  seal: (purpose, plaintext, context) => seal({ kms, keyId, purpose }, plaintext, context),
}

/** First-run set-up from the operator's terminal. */
export const handler = operatorHandler(async (event): Promise<{ alreadySetUp: boolean }> => {
  return setUpInstance(deps, parseWith(input, event))
})
