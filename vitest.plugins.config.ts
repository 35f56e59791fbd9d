import { defineConfig } from 'vitest/config'

/** Needs Postgres, and installs packages, so it stands apart from `npm test`. */
export default defineConfig({
  test: {
    include: ['plugins/**/*.test.ts'],
    // Some hooks install a shop, and start it with a whole instance.
    hookTimeout: 600_000,
    testTimeout: 120_000,
  },
})
