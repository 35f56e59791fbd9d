import {
  isFulfillable,
  sessionStatuses,
} from '../../shared/checkout-sessions/rules/checkout-session.ts'
import {
  eventOnEntering,
  nextStatus,
  type SessionTrigger,
  sessionTriggers,
} from '../../shared/checkout-sessions/rules/session-transitions.ts'

const meanings: Readonly<Record<SessionTrigger, string>> = {
  moneySeen: 'Money of the session’s asset is at its address, in a block up to `expiresAt`.',
  confirmedFull: 'The re-check is due and the confirmed total is the amount, within the tolerance.',
  confirmedOver: 'The re-check is due and the confirmed total is more than the amount.',
  confirmedShort:
    'The re-check is due, the confirmed total is less than the amount, and no more is on its way.',
  confirmedLate: 'The confirmed total is enough only with money of the grace window.',
  moneyVanished:
    'All money that was seen left the chain, and a block an hour later, by the word of two nodes where there are two, holds none.',
  deadlinePassed:
    'The newest block that two operators’ nodes have and our own clock are both past `expiresAt`, and nothing had come in time.',
  providerConfirmed: 'A hosted payment provider reported the payment as complete.',
  operatorAccepted:
    'The session is closed, and the owner accepted confirmed money at its address as the payment.',
}

/** The page that shows the session's states, as `shared/checkout-sessions/rules/session-transitions.ts` has them. */
export function stateMachinePage(): string {
  return [
    '# States of a checkout session',
    'Drawn by `npm run docs` from `shared/checkout-sessions/rules/session-transitions.ts`; a test holds it to that table.',
    fenced('mermaid', ['stateDiagram-v2', ...arrows().map((arrow) => `  ${arrow}`)]),
    'An arrow that is missing means that the trigger changes nothing in that status.',
    table(
      ['Trigger', 'When'],
      sessionTriggers.map((trigger) => [`\`${trigger}\``, meanings[trigger]]),
    ),
    table(
      ['Status', 'Event on entering', 'Ship the order', 'Leaves it again'],
      sessionStatuses.map((status) => [
        `\`${status}\``,
        eventOnEntering[status] ? `\`${eventOnEntering[status]}\`` : 'none',
        isFulfillable(status) ? 'yes' : 'no',
        leaves(status),
      ]),
    ),
  ]
    .join('\n\n')
    .concat('\n')
}

type Status = (typeof sessionStatuses)[number]

function arrows(): string[] {
  const moves = sessionStatuses.flatMap((from) =>
    sessionTriggers.flatMap((trigger) => {
      const to = nextStatus(from, trigger)
      return to ? [`${from} --> ${to}: ${trigger}`] : []
    }),
  )
  const ends = sessionStatuses.filter(isFinal).map((status) => `${status} --> [*]`)
  return ['[*] --> pending', ...moves, ...ends]
}

function isFinal(status: Status): boolean {
  return sessionTriggers.every((trigger) => nextStatus(status, trigger) === undefined)
}

function leaves(status: Status): string {
  if (isFinal(status)) return 'never'
  if (status === 'failed') return 'only if the owner accepts'
  const isOpenForTopUps = status === 'underpaid' || status === 'expired'
  return isOpenForTopUps
    ? 'by money in blocks up to `lateUntil`, later only if the owner accepts'
    : 'yes'
}

function fenced(language: string, lines: readonly string[]): string {
  return [`\`\`\`${language}`, ...lines, '```'].join('\n')
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n')
}
