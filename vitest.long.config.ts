import { defineConfig } from 'vitest/config'
import { longDrills } from './test/groups.ts'
import { LongestFirst } from './test/longest-first.ts'
import { shared } from './vitest.config.ts'

/** `npm run test:long`: the same settings, for what `npm test` leaves out. */
export default defineConfig({
  test: {
    ...shared,
    include: longDrills,
    // Their waits end before, on a machine that is busy with something else.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    sequence: { sequencer: LongestFirst },
  },
})
