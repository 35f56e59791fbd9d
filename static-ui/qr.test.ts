import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { qrPath, quietZone } from './qr.ts'

const address = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

test('the path paints the modules of the code, no more and no less', () => {
  const { path, side } = qrPath(address)
  const { data, size } = encode(address, { ecc: 'M', border: 0 })
  const painted = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    painted[Number(y) - quietZone]?.fill(
      true,
      Number(x) - quietZone,
      Number(x) - quietZone + Number(length),
    )
  }
  expect(painted).toEqual(data)
  expect(side).toBe(size + 8)
})
