import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { App, Stack } from 'aws-cdk-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { pageFiles } from '../../infra/aws/constructs/page-files.ts'
import { withoutValidation } from './synthesis.ts'

/** By key. */
type Bucket = Map<string, { content: string; cacheControl: string | undefined }>

/** One of the uploads of a deployment, with the files that it copies. */
type Upload = {
  id: string
  after: readonly string[]
  prefix: string
  prunes: boolean
  cacheControl: string | undefined
  files: ReadonlyMap<string, string>
}

const immutable = 'public, max-age=31536000, immutable'
const pages = ['checkout', 'dashboard'] as const

let root: string
let builds: Record<'a' | 'b', Deployed>

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'page-uploads-'))
  builds = { a: await deployed('a'), b: await deployed('b') }
})

afterAll(() => rm(root, { recursive: true }))

type Deployed = { uploads: Upload[]; bucket: unknown }

/** Files as Vite names them: by their content, but for the HTML and what other documents load. */
function filesOf(page: string, build: string): Record<string, string> {
  return {
    'index.html': `<script src="/${page}/assets/index-${build}.js"></script>`,
    'embed.js': `import "/${page}/assets/index-${build}.js"`,
    [`assets/index-${build}.js`]: `import("/${page}/assets/later-${build}.js")`,
    [`assets/later-${build}.js`]: '"/checkout/assets/same-in-all.js"',
    'assets/same-in-all.js': '',
    // Left behind by a build that was killed, which no deployment contains.
    'index.html.1.draft': '',
    [`assets/index-${build}.js.1.draft`]: '',
  }
}

/** Synthesizes a build's bucket and its uploads, in the order in which CloudFormation makes them. */
async function deployed(build: string): Promise<Deployed> {
  const files = { checkout: filesOf('checkout', build), dashboard: filesOf('dashboard', build) }
  for (const [page, contents] of Object.entries({ ...files, docs: { 'index.html': build } })) {
    for (const [name, content] of Object.entries(contents)) {
      const path = join(root, build, page, name)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, content)
    }
  }
  const outdir = join(root, `${build}-out`)
  const app = new App({ outdir, analyticsReporting: false })
  const folderOf = (page: string) => join(root, build, page)
  pageFiles(new Stack(app, 'pages'), {
    checkout: folderOf('checkout'),
    dashboard: folderOf('dashboard'),
    docs: folderOf('docs'),
  })
  const assembly = withoutValidation(() => app.synth())
  const { Resources } = template.parse(assembly.getStackByName('pages').template)
  const ofType = (type: string) => Object.entries(Resources).filter(([, { Type }]) => Type === type)
  const uploads = ofType('Custom::CDKBucketDeployment').map(([id, made]) =>
    uploadOf(id, made, outdir),
  )
  const [[, bucket] = []] = ofType('AWS::S3::Bucket')
  return { uploads: inOrder(await Promise.all(uploads)), bucket: bucket?.Properties }
}

const properties = z.object({
  SourceObjectKeys: z.tuple([z.string()]),
  DestinationBucketKeyPrefix: z.string(),
  Prune: z.boolean().default(true),
  Exclude: z.never().optional(),
  SystemMetadata: z.object({ 'cache-control': z.string() }).optional(),
})
const resource = z.object({
  Type: z.string(),
  DependsOn: z.array(z.string()).default([]),
  Properties: z.unknown(),
})
const template = z.object({ Resources: z.record(z.string(), resource) })

async function uploadOf(
  id: string,
  { DependsOn, Properties }: z.output<typeof resource>,
  outdir: string,
): Promise<Upload> {
  const { SourceObjectKeys, SystemMetadata, ...others } = properties.parse(Properties)
  const folder = join(outdir, `asset.${SourceObjectKeys[0].replace('.zip', '')}`)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name))
  const files = paths.map(async (path) => {
    const name = relative(folder, path).split(sep).join('/')
    return [name, await readFile(path, 'utf8')] as const
  })
  return {
    id,
    after: DependsOn,
    prefix: others.DestinationBucketKeyPrefix,
    prunes: others.Prune,
    cacheControl: SystemMetadata?.['cache-control'],
    files: new Map(await Promise.all(files)),
  }
}

/** Assets as late as their dependencies allow: the worst order that CloudFormation may choose. */
function inOrder(uploads: readonly Upload[]): Upload[] {
  const left = [...uploads].sort((one, other) => one.files.size - other.files.size)
  const done: Upload[] = []
  while (left.length > 0) {
    const isReady = ({ after }: Upload) => !left.some(({ id }) => after.includes(id))
    const next = left.findIndex(isReady)
    done.push(...left.splice(next, 1))
  }
  return done
}

/** Copies as CDK's function does: `aws s3 sync`, with `--delete` if it prunes, file by file. */
function* copy({ prefix, files, cacheControl, prunes }: Upload, bucket: Bucket) {
  for (const [name, content] of files) {
    bucket.set(`${prefix}/${name}`, { content, cacheControl })
    yield
  }
  const isStale = (key: string) =>
    key.startsWith(`${prefix}/`) && !files.has(key.slice(prefix.length + 1))
  if (prunes) for (const key of [...bucket.keys()].filter(isStale)) bucket.delete(key)
  yield
}

function* copyAll(order: readonly ('a' | 'b')[], bucket: Bucket) {
  for (const build of order) {
    for (const upload of builds[build].uploads) yield* copy(upload, bucket)
  }
}

/** All that a document loads, now or later, by following it from file to file. */
function loadedBy(content: string, bucket: Bucket, found = new Set<string>()): Set<string> {
  for (const [, key = ''] of content.matchAll(/"\/(\w+\/assets\/[\w.-]+)"/g)) {
    if (found.has(key)) continue
    found.add(key)
    loadedBy(bucket.get(key)?.content ?? '', bucket, found)
  }
  return found
}

/** Documents that browsers may have open from now on, whatever is deployed next. */
function documentsIn(bucket: Bucket): string[] {
  const keys = pages.flatMap((page) => [`${page}/index.html`, `${page}/embed.js`])
  return keys.flatMap((key) => bucket.get(key)?.content ?? [])
}

function expectAssetsOf(document: string, bucket: Bucket): void {
  for (const key of loadedBy(document, bucket)) {
    const stored = { content: expect.any(String), cacheControl: immutable }
    expect(bucket.get(key), key).toEqual(stored)
  }
}

describe('while pages are uploaded', () => {
  it.each([
    { order: ['a', 'b'] as const, what: 'an update' },
    { order: ['a', 'b', 'a'] as const, what: 'a rollback' },
    { order: ['b', 'a', 'b'] as const, what: 'a rollback that is undone' },
  ])('every page that was ever served finds its assets, in $what', ({ order }) => {
    const bucket: Bucket = new Map()
    const open = new Set<string>()
    let moments = 0
    for (const _ of copyAll(order, bucket)) {
      for (const document of documentsIn(bucket)) open.add(document)
      for (const document of open) expectAssetsOf(document, bucket)
      moments++
    }
    expect(moments).toBeGreaterThan(20)
    // The HTML, and the script for other documents, of each build and page.
    expect(open.size).toBe(8)
    expect(bucket.get('checkout/index.html')?.content).toContain(`index-${order.at(-1)}.js`)
  })

  it('the HTML is uploaded last, and has no lasting headers', () => {
    for (const page of pages) {
      const prefixes = builds.a.uploads.map(({ prefix }) => prefix)
      expect(prefixes.indexOf(page)).toBeGreaterThan(prefixes.indexOf(`${page}/assets`))
      const html = builds.a.uploads.find(({ prefix }) => prefix === page)
      expect(html?.cacheControl).toBeUndefined()
      expect([...(html?.files.keys() ?? [])].sort()).toEqual(['embed.js', 'index.html'])
      const names = builds.a.uploads.flatMap(({ files }) => [...files.keys()])
      expect(names.filter((name) => name.endsWith('.draft'))).toEqual([])
    }
  })
})

it('a file that is in use is never deleted, however old it is', () => {
  // Only versions that another upload has replaced.
  expect(builds.a.bucket).toMatchObject({
    VersioningConfiguration: { Status: 'Enabled' },
    LifecycleConfiguration: {
      Rules: [{ NoncurrentVersionExpiration: { NoncurrentDays: 30 }, Status: 'Enabled' }],
    },
  })
  expect(JSON.stringify(builds.a.bucket)).not.toMatch(/"Expiration(InDays|Date)?"/)
})
