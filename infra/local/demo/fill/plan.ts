type Behavior = 'pays' | 'leaves' | 'underpays' | 'overpays' | 'paysLate' | 'vanishes'

export type PlannedSession = {
  behavior: Behavior
  product: number
  /** Undefined if they gave no email. */
  customer: number | undefined
  asset: 'USDC' | 'ETH'
  orderId: string
}

/** Sessions of the same few minutes. */
export type Scene = { at: Date; sessions: readonly PlannedSession[] }

const dayMs = 86_400_000
const minuteMs = 60_000

export type PlanInput = {
  now: Date
  days: number
  products: number
  customers: number
  /** From 0 to below 1. */
  random: () => number
}

/** The days of a shop that grows: a scene a day, from `days` ago until an hour ago. Fewer customers on weekends. */
export function planDays(input: PlanInput): Scene[] {
  const { now, days, random } = input
  const first = Math.floor(now.getTime() / dayMs) - days
  const scenes: Scene[] = []
  let order = 1040
  for (let day = 0; day <= days; day++) {
    const minute = Math.floor((8 + 11 * random()) * 60)
    const at = new Date((first + day) * dayMs + minute * minuteMs)
    if (at.getTime() > now.getTime() - 60 * minuteMs) continue
    const isWeekend = at.getUTCDay() % 6 === 0
    const count = 2 + Math.round(random() * (isWeekend ? 1 : 3) + (2 * day) / days)
    const sessions = Array.from({ length: count }, () => planSession(input, ++order))
    scenes.push({ at, sessions })
  }
  return withRarities(scenes)
}

function planSession({ products, customers, random }: PlanInput, order: number): PlannedSession {
  const hasEmail = random() < 0.85
  return {
    behavior: behaviorOf(random()),
    // Some sell better, and some customers return.
    product: Math.floor(random() ** 2 * products),
    customer: hasEmail ? Math.floor(random() ** 1.5 * customers) : undefined,
    asset: random() < 0.75 ? 'USDC' : 'ETH',
    orderId: `NP-${order}`,
  }
}

function behaviorOf(chance: number): Behavior {
  if (chance < 0.78) return 'pays'
  if (chance < 0.9) return 'leaves'
  if (chance < 0.94) return 'underpays'
  return chance < 0.97 ? 'overpays' : 'paysLate'
}

/** Each of these happens at least once, however the dice fell. */
function withRarities(scenes: readonly Scene[]): Scene[] {
  const rare: Behavior[] = ['underpays', 'overpays', 'paysLate', 'leaves', 'vanishes']
  return scenes.map((scene, index) => {
    const behavior = index % 5 === 2 ? rare[Math.floor(index / 5)] : undefined
    const [first, ...rest] = scene.sessions
    if (behavior === undefined || !first) return scene
    // A reorg takes back what others paid in the same blocks.
    return {
      ...scene,
      sessions: [{ ...first, behavior }, ...(behavior === 'vanishes' ? [] : rest)],
    }
  })
}
