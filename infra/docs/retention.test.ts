import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { keptMs } from '../../shared/admin/exports/rules/export-job.ts'
import { rememberedSeconds } from '../../shared/admin/operators/store/browsers.ts'
import { deliveryRetentionSeconds } from '../../shared/records/outbox/store/delivery-attempts.ts'
import { readTracked } from '../checks/read-tracked.ts'

/** The rows of "What is kept where, and how long": where, and how long, by what. */
async function keptRows(): Promise<Map<string, [string, string]>> {
  const page = await readFile(new URL('../../docs/customers.md', import.meta.url), 'utf8')
  const [, table = ''] = page.split('## What is kept where, and how long')
  const rows = table.split('\n').filter((line) => line.startsWith('| '))
  return new Map(
    rows.map((row) => {
      const [what = '', where = '', howLong = ''] = row.slice(2).split('|')
      return [what.trim(), [where.trim(), howLong.trim()]]
    }),
  )
}

const days = (seconds: number) => `${seconds / 86_400} days`

it('docs/customers.md says how long rows are kept', async () => {
  const rows = await keptRows()
  const howLong = (what: string) => rows.get(what)?.[1]
  expect(howLong('deliveries, attempts, and what receivers responded')).toBe(
    `${days(deliveryRetentionSeconds)}, or until the customer is erased`,
  )
  expect(howLong('browsers that operators signed in with, as hashes')).toBe(
    `${days(rememberedSeconds)} after the last sign-in`,
  )
  expect([howLong('exports'), days(keptMs / 1_000)]).toEqual(['a day', '1 days'])
})

it('docs/customers.md has a row for each thing that the checkout page stores in a browser', async () => {
  const stored = [...readTracked('static-checkout/src/*.ts', 'static-checkout/src/*.tsx')]
    .flatMap(([path, text]) =>
      [...text.matchAll(/(\w+Storage)\.setItem/g)].map(([, storage = '']) => `${path}: ${storage}`),
    )
    .toSorted()
  expect(stored).toEqual([
    'static-checkout/src/draft.ts: sessionStorage',
    'static-checkout/src/earlier-visit.ts: sessionStorage',
    'static-checkout/src/texts/text.ts: localStorage',
    'static-checkout/src/unfinished.ts: localStorage',
  ])
  const shown = [...(await keptRows()).values()].flatMap(([where]) =>
    where.endsWith(' of their browser') ? [where.replaceAll('`', '').split(' ')[0]] : [],
  )
  expect(shown.toSorted()).toEqual(stored.map((line) => line.split(': ')[1]).toSorted())
})
