import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{shared,functions,infra,sdk,static-checkout,test}/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'test/browser/**'],
    restoreMocks: true,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
