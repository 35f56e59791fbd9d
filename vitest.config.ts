import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { longDrills } from './test/groups.ts'
import { LongestFirst } from './test/longest-first.ts'

/** Common to the runs of `npm test` and `npm run test:long`. */
export const shared = {
  restoreMocks: true,
  globalSetup: 'test/run-folder.ts',
  setupFiles: 'test/log-to-console.ts',
  // Much of what the longest of them do is wait.
  maxWorkers: availableParallelism() + 1,
  // Functions log what goes wrong, which many tests make happen: it is shown where one of them fails.
  silent: 'passed-only',
  // Long enough for a busy machine: tests wait for conditions, not for time.
  testTimeout: 120_000,
  // Some hooks start a whole instance.
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
} as const

export default defineConfig({
  test: {
    ...shared,
    // Nothing is read or opened by an import: files share processes, with the modules and services that these have loaded.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    include: [
      '{shared,functions,infra,sdk,static-ui,static-checkout,static-dashboard,test}/**/*.test.ts',
    ],
    exclude: [...configDefaults.exclude, 'test/browser/**', 'test/clients/**', ...longDrills],
  },
})
