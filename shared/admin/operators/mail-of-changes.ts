import type { OwnerMail } from '../../aws/mail-owner.ts'
import type { InstanceChanges } from '../instance-webhook/wire/instance-event.ts'
import { mailedAs } from './rules/mailed-actions.ts'

/** The mail about these changes, and since when the owner's webhook fails, if it does. */
export function mailOfChanges(batch: InstanceChanges, failing: Date | null): OwnerMail {
  const { instance, changes, attempts: attempted, more, complete } = batch
  const counted = attempted.map(({ summary, count }) => `${summary}: ${count}`)
  return {
    subject: subjectOf(batch),
    text: [
      `At ${instance}:`,
      [...changes.map(lineOf), ...counted].join('\n'),
      ...(more > 0 ? [`And ${more} more, which the audit log has.`] : []),
      ...(complete
        ? []
        : [
            'There were more than a thousand entries in the audit log, and older ones may be missing here. Look at it.',
          ]),
      ...(failing
        ? [
            `Your instance webhook has accepted no message since ${timeOf(failing.toISOString())} UTC.`,
          ]
        : []),
      'If you don\u2019t know who did one of these, sign in, look at the audit log, remove the person, and end their sign-ins. docs/threat-model.md says of each what it can do, and how it is undone.',
    ].join('\n\n'),
  }
}

function subjectOf({ changes, attempts: attempted, more }: InstanceChanges): string {
  const tried = attempted.reduce((sum, { count }) => sum + count, 0)
  const count = changes.length + more + tried
  const [only] = [...changes, ...attempted]
  // A name of a key is more than a subject takes.
  return count === 1 && only
    ? (mailedAs(only.action) ?? only.action)
    : `${count} changes that you should know of`
}

function lineOf({
  summary,
  livemode,
  target,
  actor,
  createdAt,
}: InstanceChanges['changes'][number]) {
  const of = livemode ? '' : ' (test mode)'
  return `${timeOf(createdAt)} UTC  ${summary}${of}: ${target}, by ${actor.name}`
}

function timeOf(moment: string): string {
  return moment.slice(0, 19).replace('T', ' ')
}
