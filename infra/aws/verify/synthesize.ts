import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot } from '../../build/repository-root.ts'
import { environmentWith } from '../../config.ts'
import { type Assembly, readAssembly } from './read-assembly.ts'

/** The CDK's command sets it, and ids of API Gateway's deployments are hashes that include what it adds. */
const ofCommand = { 'aws:cdk:enable-path-metadata': true }

/** Builds the stacks into a folder as the CDK's command does, without its checks of them. */
export async function synthesize(
  folder: string,
  region: string,
  context: object,
): Promise<Assembly> {
  const app = join(repositoryRoot, 'infra/aws/app.ts')
  const env = environmentWith({
    CDK_OUTDIR: folder,
    CDK_CONTEXT_JSON: JSON.stringify({ ...context, ...ofCommand }),
    CDK_DEFAULT_REGION: region,
    CDK_VALIDATION: 'false',
  })
  await promisify(execFile)(process.execPath, [app], { cwd: repositoryRoot, env })
  return readAssembly(folder)
}
