import { checkHealth, type Health } from '../../shared/admin/health/check-health.ts'
import { healthCommands } from '../../shared/admin/health/rules/health-commands.ts'
import { healthSubjectNames } from '../../shared/admin/health/rules/health-subject-names.ts'
import { healthWords } from '../../shared/admin/health/rules/health-words.ts'
import {
  nodeProblemText,
  nodeProblemWords,
} from '../../shared/payments/networks/rules/node-problem-words.ts'
import { unitOf } from '../../shared/records/prices/rules/price-health.ts'
import { type Command, commandOf } from './command.ts'
import { textTable } from './text-table.ts'

export const healthCommandList: readonly Command[] = [
  commandOf(checkHealth, { text: (health) => healthText(health, new Date()) }),
]

/** Findings in order of urgency, each with what to do; then prices and the cost so far. */
export function healthText(health: Health, now: Date): string {
  const { checks, mode, release, prices, cost } = health
  return [
    `${mode} mode: ${summary(checks)}. Version ${release}.`,
    checks.map(checkText).join('\n'),
    ...clockText(health.checkedAt, now),
    ...(prices.length > 0 ? [priceTable(prices)] : []),
    ...(cost ? [costText(cost)] : []),
  ].join('\n\n')
}

function summary(checks: Health['checks']): string {
  const count = (state: string) => checks.filter((check) => check.state === state).length
  const [bad, warn] = [count('bad'), count('warn')]
  if (bad + warn === 0) return 'all is well'
  return `${bad} ${bad === 1 ? 'problem' : 'problems'}, ${warn} ${warn === 1 ? 'warning' : 'warnings'}`
}

const stateWords = { ok: 'ok', warn: 'WARNING', bad: 'PROBLEM' } as const

const subjectNames: Readonly<Record<string, string>> = healthSubjectNames

function checkText({ state, reason, of, details }: Health['checks'][number]): string {
  const values: Readonly<Record<string, string>> = {
    ...details,
    of: subjectNames[of] ?? of,
    ...(reason === 'node_problem' && { problem: nodeProblemText(details, nodeProblemWords) }),
  }
  const put = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  const { title, why, action } = healthWords[reason]
  const command = state === 'ok' ? undefined : healthCommands[reason]
  return [
    `${stateWords[state].padEnd(8)} ${put(title)}: ${put(`${why} ${action}`).trimEnd()}`,
    ...(command === undefined ? [] : [`${' '.repeat(9)}npm run operate -- ${command}`]),
  ].join('\n')
}

const toleratedMs = 60_000

function clockText(checkedAt: string, now: Date): string[] {
  const differenceMs = now.getTime() - Date.parse(checkedAt)
  if (Math.abs(differenceMs) <= toleratedMs) return []
  const seconds = Math.round(differenceMs / 1000)
  return [`This machine’s clock and the service’s differ by ${seconds} seconds. Set this one.`]
}

function priceTable(prices: Health['prices']): string {
  return textTable(
    ['PAIR', 'PRICE', 'STATE', 'AGREED AT', 'SOURCES'],
    prices.map(({ pair, price, state, at, sources }) => [
      pair,
      price === null ? '-' : `${price} ${unitOf(pair)}`,
      state.replace('_', ' '),
      at,
      sources.map((one) => sourceText(one, unitOf(pair))).join('; ') || '-',
    ]),
  )
}

type Source = Health['prices'][number]['sources'][number]

function sourceText({ source, price, updatedAt }: Source, unit: string): string {
  return `${source}: ${price} ${unit}, ${updatedAt}`
}

function costText(cost: NonNullable<Health['cost']>): string {
  return [
    `About ${cost.totalUsd} USD on AWS since ${cost.from}: ${cost.paidUsd} for paid sessions (${cost.paid}),`,
    `${cost.abandonedUsd} for others (${cost.abandoned}), ${cost.idleUsd} for what runs all the time.`,
    'An estimate, from measured costs of a session and list prices in us-east-1; without nodes and gas.',
  ].join(' ')
}
