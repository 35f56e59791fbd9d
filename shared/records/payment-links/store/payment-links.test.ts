import { expect, it } from 'vitest'
import { aPaymentLink, later } from '../../../../test/factories.ts'
import { seededBytes } from '../../../../test/seeded-bytes.ts'
import { testTable } from '../../../../test/test-table.ts'
import { newId, newSlug } from '../../../kernel/ids.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { transact, type Write } from '../../../kernel/store/transact.ts'
import type { PaymentLink } from '../rules/payment-link.ts'
import {
  findPaymentLinkBySlug,
  listPaymentLinks,
  loadPaymentLink,
  paymentLinkCreation,
  paymentLinkDeletion,
  paymentLinkReplacement,
} from './payment-links.ts'

const bytes = seededBytes('payment-links')

function aLink(seconds: number, changes: Partial<PaymentLink> = {}): PaymentLink {
  const at = later(seconds)
  const ids = { id: newId('paymentLink', at, bytes), slug: newSlug(bytes) }
  return aPaymentLink({ ...ids, title: 'Coffee ☕', createdAt: at, updatedAt: at, ...changes })
}

async function commits(table: Table, writes: readonly Write[]): Promise<boolean> {
  return (await transact(table, writes)).committed
}

it('is found by id and slug, in its mode', async () => {
  const table = await testTable()
  const link = aLink(0)
  expect(await commits(table, paymentLinkCreation(link))).toBe(true)
  expect(await loadPaymentLink(table, 'test', link.id)).toEqual(link)
  expect(await loadPaymentLink(table, 'live', link.id)).toBeUndefined()
  expect(await findPaymentLinkBySlug(table, link.slug)).toEqual(link)
  expect(await findPaymentLinkBySlug(table, 'x'.repeat(3000))).toBeUndefined()
})

it('keeps its slug taken, in both modes, also when it is gone', async () => {
  const table = await testTable()
  const link = aLink(0)
  await commits(table, paymentLinkCreation(link))
  expect(await commits(table, [paymentLinkDeletion(link)])).toBe(true)
  expect(await commits(table, [paymentLinkDeletion(link)])).toBe(false)
  expect(await findPaymentLinkBySlug(table, link.slug)).toBeUndefined()
  const heir = aLink(1, { slug: link.slug, mode: 'live' })
  expect(await commits(table, paymentLinkCreation(heir))).toBe(false)
  expect(await loadPaymentLink(table, 'live', heir.id)).toBeUndefined()
})

it('is replaced only as it was read', async () => {
  const table = await testTable()
  const link = aLink(0)
  await commits(table, paymentLinkCreation(link))
  const [first, second] = [5, 6].map((s) => ({ ...link, title: `at ${s}`, updatedAt: later(s) }))
  expect(first && (await commits(table, [paymentLinkReplacement(first, link)]))).toBe(true)
  expect(second && (await commits(table, [paymentLinkReplacement(second, link)]))).toBe(false)
  expect(await loadPaymentLink(table, 'test', link.id)).toEqual(first)
})

it('is in the list of its mode, newest first, which continues where a page ended', async () => {
  const table = await testTable()
  const links = Array.from({ length: 5 }, (_, n) => aLink(n))
  for (const link of [...links, aLink(9, { mode: 'live' })]) {
    await commits(table, paymentLinkCreation(link))
  }
  const first = await listPaymentLinks(table, { mode: 'test' }, { limit: 2 })
  expect(first).toEqual({ items: [links[4], links[3]], nextCursor: links[3]?.id })
  const before = first.nextCursor ?? ''
  const rest = await listPaymentLinks(table, { mode: 'test', before }, { limit: 3 })
  expect(rest).toEqual({ items: [links[2], links[1], links[0]], nextCursor: null })
})
