import { setTimeout } from 'node:timers/promises'
import { type RandomBytes, randomFraction } from '../shared/kernel/ids.ts'
import { type RunningInstance, startInstance } from '../test/instance.ts'
import { seededBytes } from '../test/seeded-bytes.ts'
import { type ReceiverResponse, startWebhookReceiver } from '../test/webhook-receiver.ts'
import { startCustomers } from './customers.ts'
import { openShop } from './merchant.ts'
import { type Outcome, outcomeOf, violations } from './violations.ts'

const environment = {
  SESSION_TTL_SECONDS: '60',
  LATE_GRACE_SECONDS: '20',
  RECHECK_DELAY_SECONDS: '2',
  CONFIRMATIONS: '2',
  BLOCK_TIME_SECONDS: '1',
  SCHEDULE_SECONDS: '3',
  NOTIFIER: '0.5',
  RATE_LIMIT_PER_MINUTE: '100000',
  WEBHOOK_RETRY_SECONDS: '1,1,2,2,3,3,5,5,5,5',
  WEBHOOK_TIMEOUT_SECONDS: '2',
}
const longestLifeMs = 4_000
const responses = 20_000
/** The queue hides a killed worker's messages for 240 s; then they may still be refused a few times. */
const restMs = 360_000

/** Kills the instance repeatedly while customers pay, then checks its invariants. Resolves with whether all hold. */
export async function soakKills(killCount: number, seed: string): Promise<boolean> {
  const begin = Date.now()
  const receiver = await startWebhookReceiver({
    responses: moodyResponses(seededBytes(`${seed} mood`)),
  })
  const instance = await startInstance({ env: environment })
  try {
    const shop = openShop({ instance: () => instance })
    receiver.expectSecret((await shop.openEndpoint(receiver.url)).secret)
    const customers = startCustomers(
      { shop, instance: () => instance },
      seededBytes(`${seed} customers`),
    )
    await killAgainAndAgain(instance, { killCount, randomBytes: seededBytes(`${seed} kills`) })
    const visits = await customers.close()
    const outcome = await atRest(() => outcomeOf(instance, { shop, visits, receiver }))
    const broken = violations(outcome)
    for (const line of broken) console.error(line)
    const took = `${Math.round((Date.now() - begin) / 1000)} s`
    console.log(
      `${killCount} kills, ${summary(outcome)}, ${broken.length} violations (seed ${seed}, ${took})`,
    )
    return broken.length === 0 && visits.length > 0
  } finally {
    await receiver.close()
    await instance.stop()
  }
}

/** Responses of an endpoint that mostly accepts, sometimes refuses, and sometimes never responds. */
function moodyResponses(randomBytes: RandomBytes): ReceiverResponse[] {
  return Array.from({ length: responses }, () => {
    const mood = randomFraction(randomBytes)
    if (mood < 0.03) return () => undefined
    return mood < 0.25 ? 503 : 200
  })
}

async function killAgainAndAgain(
  instance: RunningInstance,
  { killCount, randomBytes }: { killCount: number; randomBytes: RandomBytes },
): Promise<void> {
  for (let kill = 1; kill <= killCount; kill++) {
    // The moment of the kill is the input, not a wait for something to happen.
    await setTimeout(randomFraction(randomBytes) * longestLifeMs)
    await instance.kill()
    await instance.restart()
    console.log(`kill ${kill} of ${killCount}`)
  }
}

/** The outcome as soon as it has no violations, or after the deadline. */
async function atRest(look: () => Promise<Outcome>): Promise<Outcome> {
  const until = Date.now() + restMs
  for (;;) {
    const outcome = await look()
    if (Date.now() > until || violations(outcome).length === 0) return outcome
    await setTimeout(2_000)
  }
}

function summary({ sessions, events, receiver }: Outcome): string {
  const byStatus = Map.groupBy(sessions, ({ status }) => status)
  const statuses = [...byStatus].map(([status, those]) => `${those.length} ${status}`).join(', ')
  const refused = receiver.deliveries.filter(({ status }) => status !== 200).length
  return `${sessions.length} sessions (${statuses}), ${events.length} events, ${receiver.deliveries.length} deliveries (${refused} refused)`
}
