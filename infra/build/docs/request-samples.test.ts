import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { openapi } from '../../../shared/openapi/openapi.ts'
import { repositoryRoot } from '../repository-root.ts'
import { referencePages } from './reference-pages.ts'

it('compiles every TypeScript sample of the reference against the client', async () => {
  const markup = referencePages(openapi({ baseUrl: '' }))
    .map(({ body }) => body.text)
    .join('')
  const blocks = markup.matchAll(
    /data-language="TypeScript">\s*<pre[^>]*><code>([\s\S]*?)<\/code>/g,
  )
  const samples = Array.from(blocks, ([, code = '']) =>
    code.replace(/&#(\d+);/g, (_, number: string) => String.fromCharCode(Number(number))),
  )
  expect(samples.length).toBeGreaterThan(25)
  const folder = await mkdtemp(join(tmpdir(), 'quittance-samples-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const start = `import { Quittance } from '${join(repositoryRoot, 'sdk/src/index.ts')}'
const quittance = new Quittance({ apiKey: '', baseUrl: '' })
`
  await writeFile(
    join(folder, 'samples.mts'),
    start + samples.map((code) => `{ ${code} }`).join('\n'),
  )
  const config = {
    extends: join(repositoryRoot, 'sdk/tsconfig.json'),
    compilerOptions: { noEmit: true, rootDir: '/', rewriteRelativeImportExtensions: false },
    include: ['*.mts'],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const tsc = join(repositoryRoot, 'node_modules/.bin/tsc')
  const { stdout } = await promisify(execFile)(tsc, ['-p', folder]).catch((error) => error)
  expect(stdout).toBe('')
})
