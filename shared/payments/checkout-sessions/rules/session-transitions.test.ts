import { describe, expect, it } from 'vitest'
import { sessionStatuses } from './checkout-session.ts'
import { eventOnEntering, nextStatus, sessionTriggers } from './session-transitions.ts'

/** The whole machine, written out once more by hand: a dot is "changes nothing". */
const expected = `
            transferSeen confirmedFull confirmedOver confirmedShort confirmedLate transferVanished deadlinePassed merchantExpired providerConfirmed operatorAccepted
pending     detected  .             .             .              .             .             expired        expired         paid              .
detected    .         paid          overpaid      underpaid      paid_late     failed        .              .               paid              .
paid        .         .             .             .              .             .             .              .               .                 .
underpaid   .         paid          overpaid      .              paid_late     .             .              .               paid              paid
overpaid    .         .             .             .              .             .             .              .               .                 .
expired     .         .             .             .              paid_late     .             .              .               paid_late         paid_late
paid_late   .         .             .             .              .             .             .              .               .                 .
failed      .         .             .             .              .             .             .              .               .                 paid_late
`

const [header = '', ...rows] = expected.trim().split('\n')
const columns = header.trim().split(/\s+/)
const cells = rows.flatMap((row) => {
  const [status = '', ...targets] = row.split(/\s+/)
  return columns.map((trigger, i) => ({ status, trigger, target: targets[i] ?? '?' }))
})

describe('the session machine', () => {
  it('has been written out whole', () => {
    expect(columns.toSorted()).toEqual([...sessionTriggers].toSorted())
    expect(cells).toHaveLength(sessionStatuses.length * sessionTriggers.length)
  })

  it.each(cells)('$status on $trigger: $target', ({ status, trigger, target }) => {
    const from = sessionStatuses.find((s) => s === status)
    const by = sessionTriggers.find((t) => t === trigger)
    expect(from && by && (nextStatus(from, by) ?? '.')).toBe(target)
  })

  it('reaches every status from pending', () => {
    const reached = new Set<string>(['pending'])
    for (let size = 0; size !== reached.size; ) {
      size = reached.size
      for (const { status, target } of cells) {
        if (reached.has(status) && target !== '.') reached.add(target)
      }
    }
    expect([...reached].toSorted()).toEqual([...sessionStatuses].toSorted())
  })

  it('emits the event of the status it enters, and none for pending', () => {
    const withEvent = sessionStatuses.filter((s) => eventOnEntering[s])
    expect(withEvent.map((s) => eventOnEntering[s])).toEqual(withEvent.map((s) => `session.${s}`))
    expect(sessionStatuses.filter((s) => !eventOnEntering[s])).toEqual(['pending'])
  })
})
