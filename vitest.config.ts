import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { longDrills, ownProcess } from './test/groups.ts'

/** What the runs of `npm test` and `npm run test:long` have in common. */
export const shared = {
  restoreMocks: true,
  setupFiles: 'test/log-to-console.ts',
  // Much of what the longest of them do is wait.
  maxWorkers: Math.max(2, availableParallelism()),
  // Functions log what goes wrong, which many tests make happen: it is shown where one of them fails.
  silent: 'passed-only',
  // Of a machine that is busy with something else: what waits, waits for conditions.
  testTimeout: 120_000,
  hookTimeout: 120_000,
} as const

const exclude = [...configDefaults.exclude, 'test/browser/**', 'test/clients/**', ...longDrills]

export default defineConfig({
  test: {
    ...shared,
    projects: [
      { extends: true, test: { name: 'own process', include: ownProcess, exclude } },
      {
        extends: true,
        test: {
          name: 'shared process',
          include: ['{shared,functions,infra,sdk,static-checkout,test}/**/*.test.ts'],
          exclude: [...exclude, ...ownProcess],
          isolate: false,
        },
      },
    ],
  },
})
