import { expect, it } from 'vitest'
import { actorId } from './audit-entry.ts'

it('whoever acted is found by what names them', () => {
  const actors = [
    { kind: 'operator', id: 'op_1', email: 'a@shop.example', address: '192.0.2.1' },
    { kind: 'visitor', address: '192.0.2.2' },
    { kind: 'aws', arn: 'arn:aws:iam::1:user/a' },
    { kind: 'unverified', requestId: 'r1' },
    { kind: 'machine' },
    { kind: 'api-key', id: 'key_1' },
  ] as const
  expect(actors.map(actorId)).toEqual([
    ...['op_1', '192.0.2.2', 'arn:aws:iam::1:user/a', 'r1', 'machine', 'key_1'],
  ])
})
