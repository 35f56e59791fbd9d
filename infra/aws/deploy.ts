import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LambdaClient } from '@aws-sdk/client-lambda'
import { repositoryRoot } from '../build/repository-root.ts'
import { OperateError } from '../operate/operate-error.ts'
import { operatorFunctions } from '../operate/operator-functions.ts'
import { accountLimits } from './account-limits.ts'
import { readNetworkSeed } from './network-seed.ts'
import { registerUrl } from './register-url.ts'

/** Warns about account limits, deploys every stack, and registers the service's URL. Arguments go to `cdk deploy`. */
async function deploy(args: readonly string[]): Promise<string> {
  for (const limit of await accountLimits(new LambdaClient())) console.warn(`Note: ${limit}\n`)
  const folder = await mkdtemp(join(tmpdir(), 'deploy-'))
  try {
    const outputsFile = join(folder, 'outputs.json')
    const seedFile = join(folder, 'networks.json')
    const files = ['--outputs-file', outputsFile, '-c', `networkSeedFile=${seedFile}`]
    await runCdk(['deploy', '--all', ...files, ...args])
    const outputs = JSON.parse(await readFile(outputsFile, 'utf8'))
    return await registerUrl(outputs, connect, await readNetworkSeed(seedFile))
  } finally {
    await rm(folder, { recursive: true })
  }
}

const cdk = join(createRequire(import.meta.url).resolve('aws-cdk/package.json'), '../bin/cdk')

async function runCdk(args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [cdk, ...args], { cwd: repositoryRoot, stdio: 'inherit' })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new OperateError(failed)
}

const failed =
  'The deployment failed; the lines above name the resource and the reason. The previous version is still running. Fix the problem, then run npm run deploy again (docs/operating.md, "When a deployment fails").'

const connect = (functionPrefix: string) => operatorFunctions({ dataDir: '', functionPrefix })

try {
  console.log(await deploy(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof OperateError)) throw error
  console.error(`\n${error.message}`)
  process.exitCode = error.exitCode
}
