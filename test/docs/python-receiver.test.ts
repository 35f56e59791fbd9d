import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { signWebhook } from '../../shared/merchant/webhooks/sending/sign.ts'
import { codeBlocks } from './code-blocks.ts'

const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_b3RoZXIgc2VjcmV0'] as const

/** Prints what the sample returns or raises for each message. */
const program = `
import sys
for message in json.load(sys.stdin):
    try:
        print(verify(message["body"].encode(), message["headers"], message["secret"])["id"])
    except ValueError as error:
        print(error)
`

async function verified(messages: readonly object[]): Promise<string[]> {
  const blocks = await codeBlocks(join(repositoryRoot, 'docs/webhooks.md'))
  const sample = blocks.find(({ language }) => language === 'python')?.code
  const child = spawn('python3', ['-c', `${sample}${program}`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify(messages))
  return (await text(child.stdout)).trim().split('\n')
}

function message(body: string, at = new Date()) {
  const signed = Object.entries(signWebhook({ eventId: 'evt_1', body, at }, secrets))
  return { body, headers: Object.fromEntries(signed.map(([name, of]) => [name.toLowerCase(), of])) }
}

it('the sample in Python accepts what is signed now, with either secret, and nothing else', async () => {
  const body = '{"id": "evt_1", "note": "naïve ☕"}'
  const [newest, previous] = secrets
  const sent = message(body)
  const ago = new Date(Date.now() - 301_000)
  expect(
    await verified([
      { ...sent, secret: newest },
      { ...sent, secret: previous },
      { ...sent, secret: 'whsec_other' },
      { ...sent, body: `${body} `, secret: newest },
      { ...message(body, ago), secret: newest },
    ]),
  ).toEqual([
    ...['evt_1', 'evt_1', 'No signature is valid.', 'No signature is valid.'],
    'The message is too old or too new.',
  ])
})
