import { onTestFinished } from 'vitest'
import { addNoticeDestination } from '../shared/admin/sale-notices/add-notice-destination.ts'
import { listNoticeDestinations } from '../shared/admin/sale-notices/list-notice-destinations.ts'
import type { DestinationKind } from '../shared/admin/sale-notices/rules/notice-destination.ts'
import {
  type FailedNotice,
  sendSaleNotices,
} from '../shared/admin/sale-notices/send-sale-notices.ts'
import type { OwnerMail } from '../shared/aws/mail-owner.ts'
import { publicFetch } from '../shared/http/client/guarded-fetch.ts'
import { newId } from '../shared/kernel/ids.ts'
import { invariant } from '../shared/kernel/invariant.ts'
import type { Mode } from '../shared/kernel/mode.ts'
import { transact } from '../shared/kernel/store/transact.ts'
import type { CheckoutSession } from '../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { presentCheckoutSession } from '../shared/payments/checkout-sessions/wire/checkout-session.ts'
import type { EventType } from '../shared/records/outbox/rules/event.ts'
import { eventCreation } from '../shared/records/outbox/store/events.ts'
import { chatAddresses, startChats } from './chat-stand-ins.ts'
import { aSession, someSettings } from './factories.ts'
import { emptyInstance, page } from './operator-accounts.ts'
import { runAsOperator } from './run-as-operator.ts'

type Added = Omit<
  Partial<Parameters<typeof addNoticeDestination.run>[1]['input']>,
  'mode' | 'kind' | 'address'
> & { mode?: Mode; address?: string }

type Sold = Partial<CheckoutSession> & { type?: EventType; deposit?: Record<string, unknown> }

/** An instance with stand-ins for all chats, and a clock. It stops with the test. */
export async function noticeFixture() {
  const { table, services: instance, pass } = await emptyInstance('notices')
  const chats = await startChats()
  onTestFinished(chats.stop)
  const mails: OwnerMail[] = []
  const failures: FailedNotice[] = []
  let mailing: () => void = () => {}
  const services = {
    ...instance,
    hosts: chats.hosts,
    fetch: publicFetch({ allowLoopback: true }),
    settings: async () => someSettings({ baseUrl: page.origin }),
    mail: async (mail: OwnerMail) => {
      mailing()
      mails.push(mail)
    },
    sealAddress: instance.sealTotp,
    openAddress: instance.openTotp,
  }
  let sold = 0
  return {
    table,
    chats,
    mails,
    failures,
    services,
    pass,
    failMails: (work: () => void) => {
      mailing = work
    },
    /** Adds a destination, and forgets its test message. */
    async add(kind: DestinationKind, { mode = 'test', ...changes }: Added = {}) {
      const given = kind === 'mail' ? {} : { address: chatAddresses[kind] }
      const added = await runAsOperator(addNoticeDestination, services, {
        mode,
        kind,
        ...given,
        ...(kind === 'telegram' && { chat: '-1001234567890' }),
        ...{ language: 'en', about: ['paid', 'late', 'overpaid', 'underpaid', 'unmatched'] },
        ...{ withEmail: false, summary: 'off' },
        ...changes,
      })
      chats.messages.length = 0
      mails.length = 0
      return added
    },
    /** Something of the event log of now. */
    async sell({ type = 'session.paid', deposit, mode = 'test', ...changes }: Sold = {}) {
      sold += 1
      const at = instance.now()
      const session = aSession({
        mode,
        fiat: { amount: '25.00', currency: 'USD' },
        received: { seenBase: 1_000_000n, confirmedBase: 1_000_000n, confirmations: 3 },
        metadata: { order: `${1_000 + sold}` },
        customerEmail: 'ada@example.com',
        ...changes,
      })
      const data = {
        ...presentCheckoutSession(session, { baseUrl: page.origin }),
        ...(deposit && { deposit }),
      }
      const event = {
        id: newId('event', at, instance.randomBytes),
        ...{ mode, type, data, createdAt: at, sessionId: session.id, linkId: session.linkId },
      }
      await transact(table, [eventCreation(event)])
    },
    /** Runs the schedule three minutes later, when everything is settled. */
    async run(mode: Mode = 'test', seconds = 180) {
      pass(seconds)
      const deps = {
        ...services,
        wait: async () => {},
        settledMs: 120_000,
        onFailure: (failed: FailedNotice) => void failures.push(failed),
      }
      return sendSaleNotices(deps, mode)
    },
    async shown(mode: Mode = 'test') {
      const { destinations } = await runAsOperator(listNoticeDestinations, services, { mode })
      const [first] = destinations
      invariant(first, 'there is a destination')
      return first
    },
  }
}
