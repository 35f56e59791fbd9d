import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LambdaClient } from '@aws-sdk/client-lambda'
import { repositoryRoot } from '../build/repository-root.ts'
import { functions } from '../functions.ts'
import { OperateError } from '../operate/operate-error.ts'
import { operatorFunctions } from '../operate/operator-functions.ts'
import { availableConcurrency } from './account-limits.ts'
import { adoptKey } from './adopt-key.ts'
import { describePlan } from './describe-plan.ts'
import { readNetworkSeed } from './network-seed.ts'
import { readContext } from './read-context.ts'
import { registerUrl } from './register-url.ts'
import { functionsOf } from './service.ts'
import { readSettings } from './settings.ts'

/** Shares out the account's quota, deploys every stack, and registers the service's URL. Arguments go to `cdk deploy`. */
async function deploy(args: readonly string[]): Promise<string> {
  const settings = await ownSettings(args)
  const quota =
    settings.concurrentExecutions ??
    (await availableConcurrency(new LambdaClient(), settings.prefix))
  for (const line of describePlan(quota)) console.warn(`Note: ${line}\n`)
  if (settings.keyArn !== undefined) {
    const rows = functionsOf({ functions }, { concurrentExecutions: quota })
    const { keyArn, prefix } = settings
    await adoptKey({ keyArn, prefix, functions: rows })
  }
  const folder = await mkdtemp(join(tmpdir(), 'deploy-'))
  try {
    const outputsFile = join(folder, 'outputs.json')
    const seedFile = join(folder, 'networks.json')
    const context = ['-c', `networkSeedFile=${seedFile}`, '-c', `concurrentExecutions=${quota}`]
    await runCdk(['deploy', '--all', '--outputs-file', outputsFile, ...context, ...args])
    const outputs = JSON.parse(await readFile(outputsFile, 'utf8'))
    return await registerUrl(outputs, connect, await readNetworkSeed(seedFile))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Those of the context. `concurrentExecutions` is undefined unless the owner has set it. */
async function ownSettings(args: readonly string[]) {
  const context = await readContext(args)
  const settings = readSettings((name) => context[name])
  const isSet = context['concurrentExecutions'] !== undefined
  return { ...settings, concurrentExecutions: isSet ? settings.concurrentExecutions : undefined }
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
