import * as z from 'zod'
import {
  type Avoided,
  avoidUsedAddresses,
} from '../../shared/admin/restore/avoid-used-addresses.ts'
import { failedInvocations, failuresOfAlarm } from '../../shared/kernel/metrics.ts'
import { modes } from '../../shared/kernel/mode.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import { mailNextIndex } from '../../shared/payments/wallet/mail-next-index.ts'
import { listWalletRecords } from '../../shared/payments/wallet/store/wallet-records.ts'
import type { Config } from '../config.ts'
import { log } from '../log/log.ts'
import { scheduledFunction } from '../pipelines/pausing-functions.ts'
import { askForHoldings } from '../services/ask-for-holdings.ts'
import { chainClients } from '../services/chain-clients.ts'
import { depositWallets } from '../services/deposit-wallets.ts'
import { isLocal } from '../services/is-local.ts'
import { ownerMailer } from '../services/mail-owner.ts'

const event = z.object({
  mode: z.enum(modes),
  /** When addresses were last found in use, if whoever invokes it knows more than the table does. */
  foundAt: z.iso
    .datetime()
    .transform((text) => new Date(text))
    .optional(),
})

/**
 * Twice a day for each mode: looks for another instance that assigns the same deposit addresses, and mails the owner of a
 * deployment the next index of live mode when it has grown.
 */
export function serve(config: Config) {
  const table = openTable(config('TABLE_NAME'))
  const services = {
    table,
    now: () => new Date(),
    ask: askForHoldings,
    chains: chainClients(config, table).clients,
    depositWallets: depositWallets(config, table),
  }
  const mail = ownerMailer(config)
  return scheduledFunction(table, async (input): Promise<Avoided> => {
    const check = event.parse(input)
    if ((await listWalletRecords(table)).length === 0) return { outcome: 'unused' }
    const avoided = await avoidUsedAddresses(services, check)
    if (check.mode === 'live' && !isLocal(config)) await mailNextIndex({ ...services, mail })
    if ('highest' in avoided) {
      const facts = { mode: check.mode, ...avoided }
      log('deposit addresses are in use elsewhere', facts, { [failedInvocations]: failuresOfAlarm })
    }
    return avoided
  })
}
