import { defineConfig } from 'vitest/config'

/** Needs Python and installs packages, so it stands apart from `npm test`. */
export default defineConfig({
  test: {
    include: ['test/clients/*.test.ts'],
    hookTimeout: 60_000,
    // Most of it is installing the generators.
    testTimeout: 600_000,
  },
})
