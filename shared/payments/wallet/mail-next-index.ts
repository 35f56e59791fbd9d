import type { OwnerMail } from '../../aws/mail-owner.ts'
import type { Table } from '../../kernel/store/table.ts'
import { transact } from '../../kernel/store/transact.ts'
import { loadStoredSettings } from '../../records/settings/store/settings.ts'
import { isIndexMailDue } from './rules/next-index-mail.ts'
import { indexMailed, loadIndexMail } from './store/derivation-counter.ts'

type Deps = { table: Table; now: () => Date; mail: (mail: OwnerMail) => Promise<void> }

/**
 * Mails the owner the next derivation index of live mode, when it is due: whoever recovers the money from nothing but the
 * words needs it, and everything else that knows it may be lost by then. If noting that fails, the mail comes twice.
 */
export async function mailNextIndex({ table, now, mail }: Deps): Promise<void> {
  const at = now()
  const { next, mailed } = await loadIndexMail(table, 'live')
  if (!isIndexMailDue({ next, mailed }, at)) return
  const { baseUrl = 'your instance' } = await loadStoredSettings(table, 'live')
  await mail({
    subject: `Next derivation index: ${next}`,
    text: `The next derivation index of ${baseUrl} is ${next}. Write it down where you keep the mnemonic of the wallet.\n\nIf the mnemonic is all that is left one day, npm run recover asks for this number, and then finds all of the money. The number isn't secret. You get it again when it has grown by 10,000, or after 30 days if it has grown at all.`,
  })
  await transact(table, [indexMailed('live', { next, at })])
}
