import * as z from 'zod'
import { type IdBounds, idRange } from '../../../kernel/id-range.ts'
import { isId } from '../../../kernel/ids.ts'
import { type Mode, modes } from '../../../kernel/mode.ts'
import type { Page } from '../../../kernel/page.ts'
import { moment } from '../../../kernel/store/codecs.ts'
import { indexKeys } from '../../../kernel/store/index-keys.ts'
import { listPage } from '../../../kernel/store/list-page.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { readRow } from '../../../kernel/store/unreadable-rows.ts'
import { wordWrites } from '../../../kernel/store/words.ts'
import { addition, upsert } from '../../../kernel/store/writes.ts'
import type { PaymentLink } from '../rules/payment-link.ts'
import { linkKeys } from './keys.ts'

const linkCodec = z.lazy(() =>
  z.object({
    id: z.string(),
    mode: z.enum(modes),
    slug: z.string(),
    title: z.string(),
    description: z.string().nullable(),
    fiatAmount: z.string(),
    fiatCurrency: z.string(),
    successUrl: z.string().nullable(),
    cancelUrl: z.string().nullable(),
    active: z.boolean(),
    createdAt: moment,
    updatedAt: moment,
  }),
)

const slugItem = z.lazy(() => z.object({ mode: z.enum(modes), linkId: z.string() }))

/** The writes that create a link: the slug first, whose condition fails if it was ever used. */
export function paymentLinkCreation(link: PaymentLink): [Write, Write] {
  const { mode, id, slug } = link
  return [addition({ ...linkKeys.slug(slug), mode, linkId: id }), addition(toItem(link))]
}

/** The writes by which a link is found by the words of its title. Those of earlier titles find it still. */
export function titleWords({ mode, id, title }: PaymentLink): Write[] {
  return wordWrites({ mode, kind: 'paymentLink', id }, title)
}

/** The write that replaces a link as read; its condition fails if it was changed or deleted since. */
export function paymentLinkReplacement(link: PaymentLink, { updatedAt }: PaymentLink): Write {
  return upsert(toItem(link), {
    ConditionExpression: 'updatedAt = :read',
    ExpressionAttributeValues: { ':read': updatedAt.toISOString() },
  })
}

/** The write that removes a link and keeps its slug taken; its condition fails if there is no such link. */
export function paymentLinkDeletion({ mode, id }: Pick<PaymentLink, 'mode' | 'id'>): Write {
  return {
    Delete: { Key: linkKeys.paymentLink(mode, id), ConditionExpression: 'attribute_exists(pk)' },
  }
}

function toItem(link: PaymentLink) {
  const { mode, id } = link
  return {
    ...linkKeys.paymentLink(mode, id),
    ...z.encode(linkCodec, link),
    listPk: indexKeys.paymentLinks(mode),
    listSk: id,
  }
}

/** Links of a mode, newest first. Eventually consistent. */
export function listPaymentLinks(
  table: Table,
  { mode, ...bounds }: { mode: Mode } & IdBounds,
  { limit }: { limit: number },
): Promise<Page<PaymentLink>> {
  const partition = indexKeys.paymentLinks(mode)
  const range = idRange('paymentLink', bounds)
  return listPage(table, { index: 'list', partition, range, limit }, (row) =>
    readRow(row, linkCodec),
  )
}

/** The link as last written (consistent), or undefined. */
export async function loadPaymentLink(
  table: Table,
  mode: Mode,
  id: string,
): Promise<PaymentLink | undefined> {
  if (!isId('paymentLink', id)) return undefined
  return readItem(table, linkKeys.paymentLink(mode, id), linkCodec)
}

/** Far above the length of our slugs, far below the maximum of the table's keys. */
const maxSlugLength = 64

/** The link behind a page's slug, or undefined if there is none, or it was deleted. */
export async function findPaymentLinkBySlug(
  table: Table,
  slug: string,
): Promise<PaymentLink | undefined> {
  const item = await findLinkOfSlug(table, slug)
  return item && loadPaymentLink(table, item.mode, item.linkId)
}

/** The mode and id of the link that ever had a slug. */
export async function findLinkOfSlug(
  table: Table,
  slug: string,
): Promise<{ mode: Mode; linkId: string } | undefined> {
  if (slug.length > maxSlugLength) return undefined
  return readItem(table, linkKeys.slug(slug), slugItem)
}
