import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{shared,functions,infra,test}/**/*.test.ts'],
    restoreMocks: true,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
