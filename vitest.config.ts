import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { longDrills } from './test/long-drills.ts'

export default defineConfig({
  test: {
    include: ['{shared,functions,infra,sdk,static-checkout,test}/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'test/browser/**', 'test/clients/**', ...longDrills],
    restoreMocks: true,
    // Much of what the longest of them do is wait.
    maxWorkers: Math.max(2, availableParallelism()),
    // Functions log what goes wrong, which many tests make happen: it is shown where one of them fails.
    silent: 'passed-only',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
