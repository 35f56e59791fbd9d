import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { eventTypes } from '../../shared/records/outbox/rules/event.ts'

const main = join(import.meta.dirname, 'main.ts')
const env = { QUITTANCE_URL: 'http://127.0.0.1:1', QUITTANCE_API_KEY: 'ck_test_a' }

function run(args: readonly string[], variables: Record<string, string> = env) {
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((done) => {
    execFile(process.execPath, [main, ...args], { env: variables }, (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, stdout, stderr }),
    )
  })
}

it('lists every type of event', async () => {
  const { code, stdout } = await run(['--help'], {})
  expect(code).toBe(0)
  for (const type of eventTypes) expect(stdout).toContain(type)
})

it.each([
  [['trigger', 'session.paid', '--live', '--api-key', 'ck_live_a'], /^This key is for live mode/],
  [['listen', '--api-key', 'ck_live_a'], /^This key is for live mode/],
  [
    ['trigger', 'session.gone'],
    /^There is no event "session.gone"\. Use one of session\.detected,/,
  ],
  [['hear'], /^There is no command "hear"/],
  [['listen', '--forward', 'a b'], /^--forward must be a URL/],
  [['listen', '--api-key', 'nothing'], /^apiKey must be an API key/],
  [['listen', '--api-key', ''], /^Set QUITTANCE_API_KEY, or pass --api-key\./],
  [['listen', '--url', ''], /^Set QUITTANCE_URL, or pass --url\./],
  [['listen', '--url', 'localhost:4400'], /^baseUrl must be the URL of the instance/],
  [['listen', '--loud'], /^Unknown option '--loud'\.?\n\nUsage/],
])('refuses %j with a sentence', async (args, said) => {
  const { code, stderr } = await run(args)
  expect(code).toBe(1)
  expect(stderr).toMatch(said)
  expect(stderr).not.toContain('    at ')
})
