import { join } from 'node:path'
import * as z from 'zod'
import type { Quittance } from '../../../sdk/src/index.ts'
import { writeJsonFile } from '../../json-file.ts'
import { readDataFile } from '../read-data-file.ts'
import { openInbox, type WebhookInbox } from './webhook-inbox.ts'

/** The endpoint of an earlier demo. An instance allows 20 endpoints per mode, so demos share one. */
const savedEndpoint = z.object({ id: z.string(), port: z.int(), secret: z.string() })
type SavedEndpoint = z.infer<typeof savedEndpoint>

export type ConnectedInbox = { inbox: WebhookInbox; endpointId: string; isNew: boolean }

type Options = { dataDir: string; onRejected: (problem: string) => void }

/** Opens an inbox with its webhook endpoint: that of the last demo if it still works, otherwise a new one. */
export async function connectInbox(
  shop: Quittance,
  { dataDir, onRejected }: Options,
): Promise<ConnectedInbox> {
  const path = join(dataDir, 'demo.json')
  const earlier = await readDataFile(path, savedEndpoint)
  const inbox = earlier && (await reopen(shop, earlier, onRejected))
  if (inbox) return { inbox, endpointId: earlier.id, isNew: false }
  return create(shop, { path, onRejected })
}

async function create(
  shop: Quittance,
  { path, onRejected }: { path: string; onRejected: Options['onRejected'] },
): Promise<ConnectedInbox> {
  const inbox = await openInbox({ port: 0, onRejected })
  const { id, secret } = await shop.webhookEndpoints.create({ url: inbox.url })
  inbox.expectSecret(secret)
  await writeJsonFile(path, { id, port: inbox.port, secret })
  return { inbox, endpointId: id, isNew: true }
}

/** Returns undefined if the endpoint is deleted or inactive, or its port is in use. */
async function reopen(
  shop: Quittance,
  { id, port, secret }: SavedEndpoint,
  onRejected: Options['onRejected'],
): Promise<WebhookInbox | undefined> {
  const active = await shop.webhookEndpoints.retrieve(id).then(
    (endpoint) => endpoint.active,
    () => false,
  )
  if (!active) return undefined
  const inbox = await openInbox({ port, onRejected }).catch(() => undefined)
  inbox?.expectSecret(secret)
  return inbox
}
