import { configDefaults, defineConfig } from 'vitest/config'
import { longDrills } from './test/long-drills.ts'
import shortTests from './vitest.config.ts'

/** `npm run test:long`: the same settings, for what `npm test` leaves out. */
export default defineConfig({
  test: { ...shortTests.test, include: longDrills, exclude: configDefaults.exclude },
})
