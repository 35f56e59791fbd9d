import { describe, expect, it } from 'vitest'
import { later, createdAt as start } from '../../../../test/factories.ts'
import { seededBytes } from '../../../../test/seeded-bytes.ts'
import { aWebhookEndpoint, sealedText } from '../../../../test/webhook-fixture.ts'
import {
  hasFailedForDays,
  hasFailedOften,
  rotatedSecrets,
  signingSecrets,
  type WebhookSecrets,
} from './webhook-endpoint.ts'

const hour = 3_600
const day = 24 * hour
const [first, second, third] = ['first', 'second', 'third'].map(sealedText)

describe('a rotation', () => {
  const secrets = { secret: sealedText('first'), previousSecrets: [] }
  const once = rotatedSecrets(secrets, { secret: sealedText('second'), at: start })
  const twice = rotatedSecrets(once, { secret: sealedText('third'), at: later(hour) })

  it('lets both secrets sign for 24 hours, the new one first', () => {
    expect(signingSecrets(secrets, start)).toEqual([first])
    expect(signingSecrets(once, start)).toEqual([second, first])
    expect(signingSecrets(once, later(day - 1))).toEqual([second, first])
    expect(signingSecrets(once, later(day))).toEqual([second])
  })

  it('after another gives each a separate 24 hours', () => {
    expect(signingSecrets(twice, later(hour))).toEqual([third, second, first])
    expect(signingSecrets(twice, later(day))).toEqual([third, second])
    expect(signingSecrets(twice, later(day + hour))).toEqual([third])
  })

  it('keeps no more than a few, and none whose time is over', () => {
    let current: WebhookSecrets = secrets
    for (let number = 0; number < 9; number++) {
      current = rotatedSecrets(current, { secret: sealedText(`${number}`), at: start })
    }
    expect(current.previousSecrets).toHaveLength(4)
    const late = rotatedSecrets(current, { secret: sealedText('late'), at: later(day) })
    expect(late.previousSecrets).toHaveLength(1)
  })
})

it.each([
  [null, 10 * day, false],
  [start, 5 * day - 1, false],
  [start, 5 * day, true],
])('failing since %s, after %d s for days: %s', (failingSince, seconds, expected) => {
  const input = { url: 'https://shop.example', at: start }
  const endpoint = aWebhookEndpoint(input, seededBytes('endpoint'), { failingSince })
  expect(hasFailedForDays(endpoint, later(seconds))).toBe(expected)
})

it('ten failures are many, the first and the latest included', () => {
  expect([0, 7, 8, 48].map(hasFailedOften)).toEqual([false, false, true, true])
})
