import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { newId, type RandomBytes } from '../shared/kernel/ids.ts'
import { invariant } from '../shared/kernel/invariant.ts'
import type { Mode } from '../shared/kernel/mode.ts'
import type { Page } from '../shared/kernel/page.ts'
import type { Table } from '../shared/kernel/store/table.ts'
import type { Write } from '../shared/kernel/store/transact.ts'
import { listCheckoutSessions } from '../shared/payments/checkout-sessions/store/session-list.ts'
import { sessionCreation } from '../shared/payments/checkout-sessions/store/sessions.ts'
import { eventCreation, listEvents } from '../shared/records/outbox/store/events.ts'
import {
  listPaymentLinks,
  paymentLinkCreation,
} from '../shared/records/payment-links/store/payment-links.ts'
import { aSession } from '../test/factories.ts'
import { seededBytes } from '../test/seeded-bytes.ts'
import { type Figure, percentile, sized } from './bench.ts'
import { localTable } from './local-services.ts'

/** The two modes are two lists in one table. */
const rows = { live: 1_000, test: sized(100_000, 2_000) } satisfies Record<Mode, number>
const limit = 25
const pages = sized(60, 3)
const depth = 0.9

type Resource = {
  /** Another resource, created at that moment. */
  row: (mode: Mode, at: Date) => { id: string; write: Write }
  list: (table: Table, mode: Mode, before: string | undefined) => Promise<Page<unknown>>
}

const randomBytes: RandomBytes = seededBytes('lists')

const resources: Readonly<Record<string, Resource>> = {
  links: {
    row: (mode, at) => {
      const id = newId('paymentLink', at, randomBytes)
      const [, write] = paymentLinkCreation({
        id,
        mode,
        slug: id.slice(-10).toLowerCase(),
        title: 'One of many',
        description: null,
        fiatAmount: '25.00',
        fiatCurrency: 'USD',
        successUrl: null,
        cancelUrl: null,
        active: true,
        createdAt: at,
        updatedAt: at,
      })
      return { id, write }
    },
    list: (table, mode, before) => listPaymentLinks(table, { mode, before }, { limit }),
  },
  sessions: {
    row: (mode, at) => {
      const id = newId('checkoutSession', at, randomBytes)
      const session = aSession({ id, mode, createdAt: at, updatedAt: at, closedAt: at })
      return { id, write: sessionCreation(session, at) }
    },
    list: (table, mode, before) => listCheckoutSessions(table, { mode, before }, { limit }),
  },
  events: {
    row: (mode, at) => {
      const id = newId('event', at, randomBytes)
      const sessionId = newId('checkoutSession', at, randomBytes)
      const write = eventCreation({
        id,
        mode,
        type: 'session.paid',
        sessionId,
        data: { id: sessionId },
        createdAt: at,
      })
      return { id, write }
    },
    list: (table, mode, before) => listEvents(table, { mode, before }, { limit }),
  },
}

/** Whether a page takes longer in a list a hundred times as long. */
export async function lists(): Promise<Figure[]> {
  const { table, stop } = await localTable()
  try {
    const figures: Figure[] = []
    for (const [name, resource] of Object.entries(resources)) {
      const deep = {
        live: await fill(table, resource, 'live'),
        test: await fill(table, resource, 'test'),
      }
      figures.push(
        await ratio(`${name}, first page`, (mode) => resource.list(table, mode, undefined)),
      )
      figures.push(await ratio(`${name}, deep`, (mode) => resource.list(table, mode, deep[mode])))
    }
    return figures
  } finally {
    await stop()
  }
}

const batchSize = 25

/** Stores the rows, a second apart. Returns the id before a deep page. */
async function fill(table: Table, { row }: Resource, mode: Mode): Promise<string> {
  const count = rows[mode]
  const deepest = Math.floor(count * (1 - depth))
  let deep = ''
  for (let start = 0; start < count; start += batchSize) {
    const batch = Array.from({ length: batchSize }, (_, n) =>
      row(mode, new Date(Date.UTC(2026, 0) + (start + n) * 1000)),
    )
    if (start <= deepest) deep = batch[0]?.id ?? deep
    const requests = batch.map(({ write }) => {
      invariant('Put' in write, 'a creation is a put')
      return { PutRequest: { Item: write.Put.Item } }
    })
    await table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: requests } }))
  }
  return deep
}

async function ratio(what: string, list: (mode: Mode) => Promise<Page<unknown>>): Promise<Figure> {
  const times: Record<Mode, number[]> = { live: [], test: [] }
  for (let page = 0; page < pages; page++) {
    for (const mode of ['live', 'test'] as const) {
      const begin = performance.now()
      const { items } = await list(mode)
      times[mode].push(performance.now() - begin)
      invariant(items.length === limit, `a page of ${what} is full`)
    }
  }
  const [few, many] = [percentile(times.live, 50), percentile(times.test, 50)]
  const ms = `${many.toFixed(1)} ms / ${few.toFixed(1)} ms`
  const sizes = `${rows.test.toLocaleString('en')} / ${rows.live.toLocaleString('en')} rows`
  return {
    what: `page of ${what}: ${sizes}`,
    value: `${(many / few).toFixed(2)} (${ms})`,
    aim: 'at most 1.5',
  }
}
