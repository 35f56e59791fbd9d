import { expect, it } from 'vitest'
import * as z from 'zod'
import { newId } from '../../shared/kernel/ids.ts'
import { packedText } from '../../shared/kernel/store/codecs.ts'
import { seededBytes } from '../seeded-bytes.ts'
import { normalised } from './normalised.ts'

/** An item that a run writes, with ids, times and secrets of its own. */
function written(run: string, at: Date) {
  const bytes = seededBytes(run)
  const [id, other] = [newId('checkoutSession', at, bytes), newId('sweep', at, bytes)]
  const address = `0x${Buffer.from(bytes(20)).toString('hex')}`
  return {
    pk: `test#session#${id}`,
    sk: `holding#31337#${address}`,
    id,
    sweeps: [other, other],
    address,
    readAt: at.toISOString(),
    ttl: at.getTime() / 1000,
    status: 'pending',
    held: { 31337: { native: '5', [address]: '0' } },
    data: z.encode(packedText, JSON.stringify({ id, expiresAt: at })),
    secret: { wrappedKey: run, iv: run, ciphertext: run, tag: run },
  }
}

it('two runs give the same item, in which equal ids stay equal and others differ', () => {
  const first = normalised(written('one', new Date('2026-11-01T00:00:00.000Z')), 'holding')
  expect(normalised(written('two', new Date('2026-11-02T01:02:03.004Z')), 'holding')).toEqual(first)
  const { pk, sk, id, address, sweeps, status, data } = first
  expect({ pk, sk }).toEqual({ pk: `test#session#${id}`, sk: `holding#31337#${address}` })
  expect(new Set([id, ...[sweeps].flat(), address]).size).toBe(3)
  expect(status).toBe('pending')
  expect(packedText.parse(data)).toContain(id)
  expect(first).not.toEqual(normalised(written('one', new Date(0)), 'another seed'))
})
