import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot } from '../build/repository-root.ts'
import { operatorFunctions } from '../operate/operator-functions.ts'
import { tellAddress } from './tell-address.ts'

/** Builds, deploys every stack, and tells the service its address. Arguments go to `cdk deploy`. */
async function deploy(args: readonly string[]): Promise<string> {
  await run(['infra/build.ts'])
  const folder = await mkdtemp(join(tmpdir(), 'deploy-'))
  try {
    const outputsFile = join(folder, 'outputs.json')
    await run([cdk, 'deploy', '--all', '--outputs-file', outputsFile, ...args])
    return await tellAddress(JSON.parse(await readFile(outputsFile, 'utf8')), connect)
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

const connect = (functionPrefix: string) => operatorFunctions({ dataDir: '', functionPrefix })

console.log(await deploy(process.argv.slice(2)))
