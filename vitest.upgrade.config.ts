import { defineConfig } from 'vitest/config'
import { realRuns } from './test/groups.ts'
import { shared } from './vitest.config.ts'

/** Runs whose items are kept as fixtures: see `test/upgrade`. */
export default defineConfig({
  test: {
    ...shared,
    include: realRuns,
    setupFiles: [shared.setupFiles, 'test/upgrade/real-runs.setup.ts'],
    isolate: false,
  },
})
