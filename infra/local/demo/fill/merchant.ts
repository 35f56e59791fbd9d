import { createServer } from 'node:http'
import type { PaymentLink } from '../../../../sdk/src/index.ts'
import { listen } from '../../http-service.ts'
import { products } from './catalog.ts'
import type { VirtualShop } from './virtual-shop.ts'

/** The shop's links, and its servers, which receive the webhooks. */
export type Merchant = {
  links: readonly PaymentLink[]
  /** On some days its bookkeeping fails sometimes. */
  setMood: (day: number) => void
  close: () => Promise<void>
}

export async function openMerchant({ api }: VirtualShop): Promise<Merchant> {
  let day = 0
  let received = 0
  const server = createServer((request, response) => {
    request.resume()
    received++
    const isIll = request.url === '/bookkeeping' && day % 9 === 4 && received % 2 === 0
    response.writeHead(isIll ? 503 : 200).end(isIll ? 'maintenance' : '')
  })
  const service = await listen(server, 0)
  await api.webhookEndpoints.create({ url: `${service.url}/webhooks` })
  await api.webhookEndpoints.create({ url: `${service.url}/bookkeeping`, events: ['session.paid'] })
  const links: PaymentLink[] = []
  for (const product of products) links.push(await api.paymentLinks.create(product))
  return {
    links,
    setMood: (today) => {
      day = today
    },
    close: service.close,
  }
}
