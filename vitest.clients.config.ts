import { defineConfig } from 'vitest/config'

/** Needs Python, PHP and LibreOffice, and installs packages, so it stands apart from `npm test`. */
export default defineConfig({
  test: {
    include: ['test/clients/*.test.ts'],
    // Long enough for a busy machine.
    hookTimeout: 120_000,
    // Most of it is installing the generators.
    testTimeout: 600_000,
  },
})
