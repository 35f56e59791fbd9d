import { exactDay } from '../format.ts'
import { text } from '../texts/text.ts'
import type { Export } from './export.ts'

/** The filters of an export, such as "Paid, Paid late · Base · USDC · ≥ 10". */
export function filterWords(
  { filter }: Export,
  networks: readonly { chainId: number; name: string }[],
): string {
  const chainId = filter['chainId']
  const network = networks.find((each) => each.chainId === chainId)?.name ?? numbered(chainId)
  const words = [
    textIn(filter['text']),
    statusNames(filter['statuses']),
    network,
    ...[filter['asset'], filter['linkId'], filter['customerId']].map(textIn),
    bounds(textIn(filter['minPrice']), textIn(filter['maxPrice'])),
    bounds(dayIn(filter['createdAfter']), dayIn(filter['createdBefore'])),
  ]
  return words.filter((word) => word !== '').join(' · ')
}

function statusNames(statuses: unknown): string {
  const names = Object.entries(text.payments.statuses)
  const chosen = names.filter(([name]) => Array.isArray(statuses) && statuses.includes(name))
  return chosen.map(([, word]) => word).join(', ')
}

function numbered(chainId: unknown): string {
  return typeof chainId === 'number' ? String(chainId) : ''
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function dayIn(value: unknown): string {
  return typeof value === 'string' ? exactDay(new Date(value)) : ''
}

/** "10–50", "≥ 10" or "≤ 50". */
function bounds(least: string, most: string): string {
  if (least !== '' && most !== '') return `${least} – ${most}`
  if (least !== '') return `≥ ${least}`
  return most === '' ? '' : `≤ ${most}`
}
