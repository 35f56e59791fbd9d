import * as z from 'zod'
import type { Mode } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { byId } from '../../kernel/wire/operator-input.ts'
import type { Settings } from '../../records/settings/rules/settings.ts'
import { readingSettings } from '../../records/settings/settings-of.ts'
import { noticeServices } from './notice-services.ts'
import { requiredDestination } from './required-destination.ts'
import { afterMessage } from './rules/notice-outcome.ts'
import { triedNotice } from './rules/sale-notice.ts'
import { type OpenNoticeDeps, sendNotice } from './send-notice.ts'
import { destinationUpdate } from './store/notice-destinations.ts'
import { presentDestination, shownDestination } from './wire/notice-destination.ts'

/** The destination after the test: `problem` says why the message was not accepted. */
const tested = z.object({ sent: z.boolean(), destination: shownDestination })

export const testNoticeDestination = operatorOperation({
  name: 'test-notice-destination',
  role: 'operator',
  command: 'notices test',
  input: byId('the id of a destination'),
  output: tested,
  touches: {
    table: 'write',
    decrypts: ['notice-addresses'],
    administers: ['notices', 'audit-log'],
    mailsOwner: true,
  },
  docs: { summary: 'Send a test message to a destination of notices' },
  needs: (config, given) => ({ ...noticeServices(config), ...readingSettings(config, given) }),
  /** Once a test arrives, what waited for a failing destination is sent again. Throws `resource_not_found`. */
  async run(services: Services, { input: { id } }) {
    const before = await requiredDestination(services.table, id)
    const { mode, language } = before
    const { baseUrl } = await services.settings(mode)
    const outcome = await sendNotice(services, before, triedNotice({ mode, language, baseUrl }))
    const sent = outcome.kind === 'sent'
    const changes = sent
      ? afterMessage(before, outcome, services.now())
      : { problem: outcome.problem }
    return {
      writes: [destinationUpdate(before, changes)],
      changes: [{ mode, action: 'notices.test', target: id, after: { sent } }],
      result: {
        sent,
        destination: presentDestination({ ...before, ...changes }, services.now()),
      },
    }
  },
})

type Services = OpenNoticeDeps & {
  table: Table
  now: () => Date
  settings: (mode: Mode) => Promise<Settings>
}
