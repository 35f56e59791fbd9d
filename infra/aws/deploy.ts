import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { repositoryRoot } from '../build/repository-root.ts'
import { OperateError } from '../operate/operate-error.ts'
import { deployStacks } from './deploy-stacks.ts'
import { runCommand } from './run-command.ts'

const cdk = join(createRequire(import.meta.url).resolve('aws-cdk/package.json'), '../bin/cdk')

async function runCdk(args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [cdk, ...args], { cwd: repositoryRoot, stdio: 'inherit' })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new OperateError(failed)
}

const failed =
  'The deployment failed; the lines above name the resource and the reason. If there was an earlier version, it is still running. Fix the problem, then run npm run deploy again (docs/troubleshoot.md, "When a deployment fails").'

await runCommand(async () => console.log(await deployStacks(process.argv.slice(2), runCdk)))
