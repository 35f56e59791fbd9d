import * as z from 'zod'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { byId } from '../../kernel/wire/operator-input.ts'
import { requiredDestination } from './required-destination.ts'
import {
  type NoticeDestination,
  type NoticeProgress,
  progressFrom,
} from './rules/notice-destination.ts'
import { refuseNotice } from './rules/notice-refusals.ts'
import { lastPeriod } from './rules/summary-period.ts'
import { positionBefore } from './store/new-sales.ts'
import { destinationUpdate } from './store/notice-destinations.ts'
import { noticeChoices, presentDestination, shownDestination } from './wire/notice-destination.ts'

const noticeChanges = byId('the id of a destination').extend({
  language: noticeChoices.language.exactOptional(),
  about: noticeChoices.about.exactOptional(),
  withEmail: noticeChoices.withEmail.exactOptional(),
  summary: noticeChoices.summary.exactOptional(),
  on: z.boolean().exactOptional(),
})

export const changeNoticeDestination = operatorOperation({
  name: 'change-notice-destination',
  role: 'owner',
  proof: 'always',
  command: 'notices change',
  input: noticeChanges,
  output: shownDestination,
  touches: { table: 'write', administers: ['notices', 'audit-log'] },
  docs: { summary: 'Change what a destination gets, or turn it off and on' },
  /** One that is turned on gets what happens from then on. Throws `resource_not_found`. */
  async run({ table, now }, { input }) {
    const { id, on, ...choices } = input
    if (Object.keys(input).length === 1) throw refuseNotice('nothing_to_change')
    const before = await requiredDestination(table, id)
    const changes = {
      ...choices,
      ...summaryChange(before, input, now()),
      ...switched(before, on, now()),
    }
    const after = { ...before, ...changes }
    return {
      writes: [destinationUpdate(before, changes)],
      changes: [
        {
          mode: before.mode,
          action: 'notices.change',
          target: id,
          before: chosen(before),
          after: chosen(after),
        },
      ],
      result: presentDestination(after, now()),
    }
  },
})

type Input = z.infer<typeof noticeChanges>

/** The first summary is of the period that is not over yet. */
function summaryChange(
  before: NoticeDestination,
  { summary }: Input,
  now: Date,
): Partial<NoticeProgress> {
  if (summary === undefined || summary === before.summary) return {}
  return { summarizedTo: lastPeriod(summary, now) }
}

function switched(
  { offSince, summary }: NoticeDestination,
  on: boolean | undefined,
  now: Date,
): Partial<NoticeProgress> {
  if (on === undefined || on === (offSince === null)) return {}
  const fresh = progressFrom(positionBefore(now), lastPeriod(summary, now))
  return on ? fresh : { ...fresh, offSince: now }
}

function chosen({ language, about, withEmail, summary, offSince }: NoticeDestination) {
  return { language, about, withEmail, summary, on: offSince === null }
}
