import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { repositoryRoot } from '../build/repository-root.ts'
import { operatorFunctions } from '../operate/operator-functions.ts'

const suffix = '-pages'

const outputs = z.record(
  z.string().endsWith(suffix),
  z.object({ BaseUrl: z.url(), CloudFrontName: z.string() }),
)

const moved = z.object({ baseUrl: z.string(), isSetUp: z.boolean() })

/** Builds, deploys every stack, and tells the service its address. Arguments go to `cdk deploy`. */
async function deploy(args: readonly string[]): Promise<string> {
  await run(['infra/build.ts'])
  const folder = await mkdtemp(join(tmpdir(), 'deploy-'))
  try {
    const outputsFile = join(folder, 'outputs.json')
    await run([cdk, 'deploy', '--all', '--outputs-file', outputsFile, ...args])
    return await tellAddress(JSON.parse(await readFile(outputsFile, 'utf8')))
  } finally {
    await rm(folder, { recursive: true })
  }
}

const cdk = join(createRequire(import.meta.url).resolve('aws-cdk/package.json'), '../bin/cdk')

async function run(args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [...args], { cwd: repositoryRoot, stdio: 'inherit' })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${args.slice(0, 3).join(' ')} ended with ${code}`)
}

async function tellAddress(all: Record<string, unknown>): Promise<string> {
  const pages = Object.entries(all).filter(([stack]) => stack.endsWith(suffix))
  const [deployed] = Object.entries(outputs.parse(Object.fromEntries(pages)))
  if (!deployed) throw new Error('The deployment has no pages, so it has no address.')
  const [stack, { BaseUrl, CloudFrontName }] = deployed
  const functionPrefix = `${stack.slice(0, -suffix.length)}-`
  const call = await operatorFunctions({ dataDir: '', functionPrefix })
  const payload = { command: 'move', baseUrl: BaseUrl }
  const { baseUrl, isSetUp } = moved.parse(await call('operator-settings', payload))
  return summary({ baseUrl, isSetUp, functionPrefix, cloudFrontName: CloudFrontName })
}

type Summary = {
  baseUrl: string
  isSetUp: boolean
  functionPrefix: string
  cloudFrontName: string
}

function summary({ baseUrl, isSetUp, functionPrefix, cloudFrontName }: Summary): string {
  const next = isSetUp
    ? `Set up before. Operate it: FUNCTION_PREFIX=${functionPrefix} npm run operate -- --help`
    : `Not set up yet: FUNCTION_PREFIX=${functionPrefix} npm run operate -- setup --file setup.json (docs/operating.md)`
  return [
    '',
    `Base URL       ${baseUrl}`,
    `API reference  ${baseUrl}/docs`,
    `CloudFront     ${cloudFrontName} (what a domain of yours is a CNAME of)`,
    '',
    next,
  ].join('\n')
}

console.log(await deploy(process.argv.slice(2)))
