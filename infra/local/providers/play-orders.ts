import { randomUUID } from 'node:crypto'
import type { PlayOrder, PlayOrders } from './stand-in.ts'

const nothing = {
  reference: '',
  amount: '0',
  currency: '',
  asset: '',
  network: '',
  wallet: '',
  returnUrl: '',
  webhookUrl: null,
}

export function playOrders(now: () => Date): PlayOrders {
  const orders: PlayOrder[] = []
  return {
    open(given) {
      const { amount, ...rest } = { ...nothing, ...given }
      const twoDecimals = Number(amount).toFixed(2)
      const order: PlayOrder = {
        id: randomUUID(),
        state: 'open',
        createdAt: now(),
        amount: twoDecimals,
        ...rest,
      }
      orders.push(order)
      return order
    },
    find: (isWanted) => orders.find(isWanted),
    all: (isWanted) => orders.filter(isWanted),
  }
}
