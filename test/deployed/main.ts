import { startVitest } from 'vitest/node'
import { deployedVariables } from '../config.ts'
import { readTarget, UsageError } from './read-target.ts'

const [baseUrl, testNamePattern] = process.argv.slice(2)

try {
  const told = { ...deployedVariables, ...(baseUrl !== undefined && { BASE_URL: baseUrl }) }
  const { baseUrl: BASE_URL, webhooks } = await readTarget(told)
  const updates = webhooks ? 'by webhooks' : 'by polling events (no WEBHOOK_URL)'
  process.stdout.write(`Journeys through ${BASE_URL}; session updates arrive ${updates}.\n`)
  await startVitest('test', [], {
    config: false,
    watch: false,
    include: ['test/deployed/*.journeys.ts'],
    env: { BASE_URL },
    ...(testNamePattern !== undefined && { testNamePattern }),
    testTimeout: 120_000,
    hookTimeout: 60_000,
    reporters: ['verbose'],
  })
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
