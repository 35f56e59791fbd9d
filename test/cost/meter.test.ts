import { expect, it } from 'vitest'
import { measured, meteredInvocation } from '../../bench/cost/meter.ts'

it('what an invocation computes costs the same with any memory, since it has so much more of a processor', async () => {
  const costOf = async (memoryMb: number) => {
    const { gbSeconds } = await measured(() => meteredInvocation(memoryMb, async () => undefined))
    return gbSeconds
  }
  expect(await costOf(512)).toBeCloseTo(0.005, 4)
  expect(await costOf(256)).toBeCloseTo(0.005, 4)
  expect(await costOf(1024)).toBeCloseTo(0.005, 4)
})
