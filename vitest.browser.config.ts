import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Needs Chromium on the machine, so it stands apart from `npm test`. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    // Much of what each of them does is wait.
    maxWorkers: availableParallelism(),
    testTimeout: 120_000,
    // One second is too short for a busy machine.
    expect: { poll: { timeout: 60_000 } },
    // An instance starts in a hook, which takes minutes on a busy machine.
    hookTimeout: 300_000,
  },
})
