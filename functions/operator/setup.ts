import { randomBytes } from 'node:crypto'
import { KMSClient } from '@aws-sdk/client-kms'
import { isAddress } from 'viem/utils'
import * as z from 'zod'
import { parseWith } from '../../shared/http/parse-with.ts'
import { modes } from '../../shared/kernel/mode.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import { email } from '../../shared/kernel/wire/primitives.ts'
import { notifiers } from '../../shared/networks/rules/notifier-key.ts'
import { type SetUp, setUpInstance } from '../../shared/operators/set-up-instance.ts'
import type { FirstIndexDeps } from '../../shared/wallet/first-derivation-index.ts'
import { highestIndexWithMoney } from '../../shared/wallet/highest-index-with-money.ts'
import { seal } from '../../shared/wallet/keys/seal.ts'
import { config } from '../config.ts'
import { askForHoldings } from '../deps/ask-for-holdings.ts'
import { enabledChains } from '../deps/enabled-chains.ts'
import { operatorHandler } from '../handlers/operator-handler.ts'
import { baseUrl } from './base-url.ts'
import { derivationIndex } from './derivation-index.ts'

const chainId = z.int().positive()

/** The last step of a search may take a minute, and the function's time ends at 300 seconds. */
const maxSearchSeconds = 200

const input = z.strictObject({
  mnemonic: z.string(),
  mnemonicIsNew: z.boolean().default(false),
  highestIndex: z
    .strictObject({ live: derivationIndex.exactOptional(), test: derivationIndex.exactOptional() })
    .default({}),
  /** How long the chains may be searched for money at addresses that were in use, in all. */
  searchSeconds: z.int().min(0).max(maxSearchSeconds).default(maxSearchSeconds),
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

const chains = enabledChains()

const deps = {
  table: openTable(config('TABLE_NAME')),
  now: () => new Date(),
  randomBytes,
  seal: (purpose: string, plaintext: string, context: Record<string, string>) =>
    seal({ kms, keyId, purpose }, plaintext, context),
}

/** First-run set-up from the operator's terminal. */
export const handler = operatorHandler(async (event): Promise<SetUp> => {
  const { searchSeconds, ...given } = parseWith(input, event)
  const deadline = new Date(Date.now() + searchSeconds * 1000)
  const highestOnChains: FirstIndexDeps['highestOnChains'] = (mode, search) =>
    highestIndexWithMoney(
      { ask: askForHoldings, now: deps.now },
      { clients: chains.clientsOf(mode), ...search, deadline },
    )
  return setUpInstance({ ...deps, highestOnChains }, given)
})
