import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import * as z from 'zod'
import { writeJsonFile } from '../../../json-file.ts'
import { readDataFile } from '../../read-data-file.ts'

const storedWebhook = z.object({
  id: z.string(),
  network: z.string(),
  url: z.string(),
  signingKey: z.string(),
  active: z.boolean(),
  addresses: z.array(z.string()),
})

export type LocalWebhook = Omit<z.output<typeof storedWebhook>, 'addresses'> & {
  /** In lower case. */
  addresses: Set<string>
}

export type WebhookRegistry = {
  list: () => readonly LocalWebhook[]
  find: (id: string) => LocalWebhook | undefined
  create: (webhook: { network: string; url: string; addresses: readonly string[] }) => LocalWebhook
  remove: (id: string) => void
  save: () => Promise<void>
}

const registryFile = z.array(storedWebhook)

/** The registry of a data folder: it survives a restart, as a vendor's does. */
export async function openRegistry(dataDir: string): Promise<WebhookRegistry> {
  const path = join(dataDir, 'notifier.json')
  const stored = (await readDataFile(path, registryFile)) ?? []
  const webhooks = new Map<string, LocalWebhook>(
    stored.map((webhook) => [
      webhook.id,
      { ...webhook, addresses: new Set(webhook.addresses.map(lower)) },
    ]),
  )
  let saving = Promise.resolve()
  return {
    list: () => [...webhooks.values()],
    find: (id) => webhooks.get(id),
    create: ({ network, url, addresses }) => {
      const id = `wh_${randomBytes(8).toString('hex')}`
      const signingKey = `whsec_${randomBytes(16).toString('hex')}`
      const webhook: LocalWebhook = {
        id,
        network,
        url,
        signingKey,
        active: true,
        addresses: new Set(addresses.map(lower)),
      }
      webhooks.set(id, webhook)
      return webhook
    },
    remove: (id) => void webhooks.delete(id),
    save: () => {
      saving = saving.then(() =>
        writeJsonFile(
          path,
          [...webhooks.values()].map((webhook) => ({
            ...webhook,
            addresses: [...webhook.addresses],
          })),
        ),
      )
      return saving
    },
  }
}

function lower(address: string): string {
  return address.toLowerCase()
}
