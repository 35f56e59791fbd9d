import { join } from 'node:path'
import * as z from 'zod'
import type { Quittance } from '../../../sdk/src/index.ts'
import { readJsonFile, writeJsonFile } from '../json-file.ts'
import { openInbox, type WebhookInbox } from './webhook-inbox.ts'

/** The endpoint of an earlier demo. An instance takes 20 endpoints, so demos share one. */
const remembered = z.object({ id: z.string(), port: z.int(), secret: z.string() })
type Remembered = z.infer<typeof remembered>

export type ConnectedInbox = { inbox: WebhookInbox; endpointId: string; isNew: boolean }

type Options = { dataDir: string; onRefused: (problem: string) => void }

/** An inbox and the webhook endpoint that leads to it: that of the last demo where it still works, else a new one. */
export async function connectInbox(
  shop: Quittance,
  { dataDir, onRefused }: Options,
): Promise<ConnectedInbox> {
  const path = join(dataDir, 'demo.json')
  const earlier = await readJsonFile(path, remembered)
  const inbox = earlier && (await reopen(shop, earlier, onRefused))
  if (inbox) return { inbox, endpointId: earlier.id, isNew: false }
  return create(shop, { path, onRefused })
}

async function create(
  shop: Quittance,
  { path, onRefused }: { path: string; onRefused: Options['onRefused'] },
): Promise<ConnectedInbox> {
  const inbox = await openInbox({ port: 0, onRefused })
  const { id, secret } = await shop.webhookEndpoints.create({ url: inbox.url })
  inbox.expectSecret(secret)
  await writeJsonFile(path, { id, port: inbox.port, secret })
  return { inbox, endpointId: id, isNew: true }
}

/** Undefined where the endpoint is gone or switched off, or somebody else has its port. */
async function reopen(
  shop: Quittance,
  { id, port, secret }: Remembered,
  onRefused: Options['onRefused'],
): Promise<WebhookInbox | undefined> {
  const active = await shop.webhookEndpoints.retrieve(id).then(
    (endpoint) => endpoint.active,
    () => false,
  )
  if (!active) return undefined
  const inbox = await openInbox({ port, onRefused }).catch(() => undefined)
  inbox?.expectSecret(secret)
  return inbox
}
