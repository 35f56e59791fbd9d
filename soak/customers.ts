import { setTimeout } from 'node:timers/promises'
import { createClient, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { sendTransaction } from 'viem/actions'
import { type RandomBytes, randomFraction } from '../shared/kernel/ids.ts'
import { invariant } from '../shared/kernel/invariant.ts'
import type { CheckoutSessionBody } from '../shared/payments/checkout-sessions/wire/checkout-session.ts'
import type { RunningInstance } from '../test/instance.ts'
import type { Shop } from './merchant.ts'

type Habit = 'pays' | 'pays half' | 'goes away'

export type Visit = { label: string; habit: Habit; session: CheckoutSessionBody }

export type Customers = {
  /** Stops new customers. Resolves when the last one is done. */
  close: () => Promise<readonly Visit[]>
}

const atOnce = 3
const pauseMs = 700

/** Simulates customers, a few at a time, until closed. Most of them pay. */
export function startCustomers(
  { shop, instance }: { shop: Shop; instance: () => RunningInstance },
  randomBytes: RandomBytes,
): Customers {
  const visits: Visit[] = []
  let isOpen = true
  let visitors = 0
  // One at a time: they all pay from the same account.
  let payments = Promise.resolve()

  async function serve(): Promise<void> {
    const habit = habitOf(randomFraction(randomBytes))
    const label = `visit-${++visitors}`
    const session = await shop.openSession(label)
    visits.push({ label, habit, session })
    if (habit === 'goes away') return
    payments = payments.then(() => sendPayment(instance(), session, habit))
    await payments
  }

  async function serveAll(): Promise<void> {
    while (isOpen) {
      await serve()
      await setTimeout(pauseMs)
    }
  }

  const served = Promise.all(Array.from({ length: atOnce }, serveAll))
  // Thrown by `close`.
  served.catch(() => undefined)
  return {
    close: async () => {
      isOpen = false
      await served
      return visits
    },
  }
}

function habitOf(fraction: number): Habit {
  if (fraction < 0.6) return 'pays'
  return fraction < 0.75 ? 'pays half' : 'goes away'
}

/** Sends a payment to the node, also while the service is down. */
async function sendPayment(
  { instance: { chains } }: RunningInstance,
  { chainId, address, amount }: CheckoutSessionBody,
  habit: Habit,
): Promise<void> {
  const chain = chains.find((one) => one.chainId === chainId)
  invariant(chain, `chain ${chainId} belongs to the instance`)
  const base = BigInt(amount.base)
  await sendTransaction(createClient({ transport: http(chain.rpcUrl) }), {
    account: privateKeyToAccount(chain.faucetPrivateKey),
    chain: null,
    to: address as Hex,
    value: habit === 'pays' ? base : base / 2n,
  })
}
