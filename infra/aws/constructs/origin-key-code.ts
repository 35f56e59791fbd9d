import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformSync } from 'esbuild'
import { repositoryRoot } from '../../build/repository-root.ts'

/** The client is part of Lambda's runtime. */
const entry = `
const { APIGateway } = require('@aws-sdk/client-api-gateway')
const gateway = new APIGateway()
const readKey = async (apiKey) => (await gateway.getApiKey({ apiKey, includeValue: true })).value
const pause = (milliseconds) => new Promise((resume) => setTimeout(resume, milliseconds))
exports.handler = readingOriginKey({ readKey, pause, fetch })
`

/** The code of the function that reads the key: the source of `readingOriginKey` with what it depends on. */
export function originKeyCode(): string {
  const source = readFileSync(
    join(repositoryRoot, 'infra/aws/constructs/read-origin-key.ts'),
    'utf8',
  )
  const { code } = transformSync(source.replace('export function', 'function'), { loader: 'ts' })
  return code + entry
}
