import { setTimeout } from 'node:timers/promises'
import { type RandomBytes, randomFraction } from '../../shared/domain/ids.ts'
import { type RunningInstance, startInstance } from '../instance.ts'
import { seededBytes } from '../seeded-bytes.ts'
import { type Answer, startWebhookReceiver } from '../webhook-receiver.ts'
import { openDoors } from './customers.ts'
import { openShop } from './shop.ts'
import { type Outcome, outcomeOf, violations } from './violations.ts'

// `npm run soak -- 30 some-seed`: kills the instance 30 times while customers come and pay, and then looks for damage.

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
const answers = 20_000
const restMs = 240_000

const [kills = '30', seed = 'soak'] = process.argv.slice(2)
const count = Number(kills)
if (!Number.isInteger(count) || count < 1) {
  console.error('Usage: npm run soak -- [number of kills] [seed]')
  process.exit(2)
}
process.exitCode = await soak(count, seed)

async function soak(killCount: number, seed: string): Promise<number> {
  const begin = Date.now()
  const receiver = await startWebhookReceiver({
    answers: moodyAnswers(seededBytes(`${seed} mood`)),
  })
  const instance = await startInstance({ env: environment })
  try {
    const shop = openShop({ instance: () => instance })
    receiver.expectSecret((await shop.openEndpoint(receiver.url)).secret)
    const doors = openDoors({ shop, instance: () => instance }, seededBytes(`${seed} customers`))
    await killAgainAndAgain(instance, { killCount, randomBytes: seededBytes(`${seed} kills`) })
    const visits = await doors.close()
    const outcome = await atRest(() => outcomeOf(instance, { shop, visits, receiver }))
    const broken = violations(outcome)
    for (const line of broken) console.error(line)
    const took = `${Math.round((Date.now() - begin) / 1000)} s`
    console.log(
      `${killCount} kills, ${summary(outcome)}, ${broken.length} violations (seed ${seed}, ${took})`,
    )
    return broken.length === 0 && visits.length > 0 ? 0 : 1
  } finally {
    await receiver.close()
    await instance.stop()
  }
}

/** An endpoint that mostly takes what it gets, sometimes refuses it, and at times says nothing. */
function moodyAnswers(randomBytes: RandomBytes): Answer[] {
  return Array.from({ length: answers }, () => {
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
    // The moment of the kill is what varies, not a wait for something to happen.
    await setTimeout(randomFraction(randomBytes) * longestLifeMs)
    await instance.kill()
    await instance.restart()
    console.log(`kill ${kill} of ${killCount}`)
  }
}

/** The outcome as soon as nothing is wrong with it, or as it is when there has been time enough. */
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
