import * as z from 'zod'
import {
  type Avoided,
  avoidUsedAddresses,
} from '../../shared/admin/restore/avoid-used-addresses.ts'
import { ownerMailer } from '../../shared/aws/mail-owner.ts'
import { failedInvocations, failuresOfAlarm } from '../../shared/kernel/metrics.ts'
import { modes } from '../../shared/kernel/mode.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'
import { isLocal } from '../../shared/kernel/operation/is-local.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import { log } from '../../shared/log/log.ts'
import { askForHoldings } from '../../shared/payments/holdings/ask-for-holdings.ts'
import { chainClients } from '../../shared/payments/networks/chain-clients.ts'
import { depositWallets } from '../../shared/payments/wallet/deposit-wallets.ts'
import { mailNextIndex } from '../../shared/payments/wallet/mail-next-index.ts'
import { listWalletRecords } from '../../shared/payments/wallet/store/wallet-records.ts'
import { scheduledFunction } from '../pipelines/pausing-functions.ts'

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
