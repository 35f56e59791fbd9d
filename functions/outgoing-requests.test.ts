import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

/** The files that may open a connection, and why. */
const clients = {
  'shared/http/client/guarded-fetch.ts': 'the client of everything that is not a webhook',
  'shared/merchant/webhooks/sending/send.ts':
    'webhooks: the same guard, and an outcome for each failure',
  'shared/aws/invoke-function.ts':
    'the API of AWS, at the endpoint of the deployment, as the clients of the AWS SDK',
}

const opens =
  /(?<![\w.])fetch\(|globalThis\.fetch\b(?!>)|(?<![\w.])fetch[,\s]*[})]|from '(node:)?(http2?|https|net|tls|dgram)'|from '(undici|axios|got|ws)'|\bnew (WebSocket|EventSource|XMLHttpRequest)\b|webSocket\(/

async function opening(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  const sources = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const found = await Promise.all(
    sources.map(async (name) => {
      const path = `${folder}/${name}`
      const code = withoutComments(await readFile(path, 'utf8'))
      return code.split('\n').some(isOpening) ? [path] : []
    }),
  )
  return found.flat()
}

/** Types of a request and addresses as text open nothing. */
function isOpening(line: string): boolean {
  return opens.test(line) && !/^import type |isIP|BlockList|isIPv4/.test(line)
}

function withoutComments(code: string): string {
  return code.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '')
}

it('every outgoing request of the service goes through the guarded client', async () => {
  const found = [...(await opening('functions')), ...(await opening('shared'))]
  expect(found.toSorted()).toEqual(Object.keys(clients).toSorted())
})

it.each([
  "const response = await fetch('https://example.org')",
  'return { table, now, fetch }',
  "import https from 'node:https'",
  "import { request } from 'undici'",
  'const socket = new WebSocket(url)',
])('%s would be found', (line) => {
  expect(isOpening(line)).toBe(true)
})

it.each(["import { isIP } from 'node:net'", "import type { Server } from 'node:http'"])(
  '%s opens nothing',
  (line) => {
    expect(isOpening(line)).toBe(false)
  },
)
