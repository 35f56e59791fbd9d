import { defineConfig } from 'vitest/config'

/** `npm run mutants`: the tests beside the rules, which kill most of their mutants without a table or a chain. */
export default defineConfig({ test: { include: ['shared/**/rules/**/*.test.ts'] } })
