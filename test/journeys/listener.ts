import { eventually } from '../eventually.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../webhook-receiver.ts'
import type { Merchant } from './merchant.ts'
import type { Pace, Target } from './target.ts'

/** How a merchant follows its sessions. */
export type Listener = {
  /** Resolves with the session's event types in sequence, once there are this many. */
  hear: (sessionId: string, count: number) => Promise<string[]>
  close: () => Promise<void>
}

/** By webhooks if they can reach this machine, else by polling events. */
export async function listen(target: Target, shop: Merchant): Promise<Listener> {
  if (!target.webhooks) return listenByAsking(shop, target.pace)
  const receiver = await startWebhookReceiver({ port: target.webhooks.port })
  const url = target.webhooks.publicUrl ?? receiver.url
  const { id, secret } = await shop.createEndpoint(url)
  receiver.expectSecret(secret)
  return {
    hear: (sessionId, count) =>
      heard(() => eventsAbout(receiver, sessionId), { sessionId, count, pace: target.pace }),
    close: async () => {
      await shop.deleteEndpoint(id)
      await receiver.close()
    },
  }
}

function listenByAsking(shop: Merchant, pace: Pace): Listener {
  return {
    hear: (sessionId, count) => heard(() => shop.eventsOf(sessionId), { sessionId, count, pace }),
    close: async () => undefined,
  }
}

function heard(
  look: () => string[] | Promise<string[]>,
  { sessionId, count, pace }: { sessionId: string; count: number; pace: Pace },
): Promise<string[]> {
  const what = `${count} events about ${sessionId}`
  return eventually(look, (events) => events.length >= count, { ...pace, what })
}

/** Types of the verified events about a session, each once, in the order of their sequence. */
export function eventsAbout(receiver: WebhookReceiver, sessionId: string): string[] {
  const about = receiver.deliveries
    .filter((d) => d.verified && d.event.data.id === sessionId && d.status === 200)
    .toSorted((a, b) => a.event.data.sequence - b.event.data.sequence)
  return [...new Map(about.map(({ event }) => [event.id, event.type])).values()]
}
