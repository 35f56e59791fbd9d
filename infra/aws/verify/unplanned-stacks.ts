import { CloudFormationClient, paginateDescribeStacks } from '@aws-sdk/client-cloudformation'
import { type Comparison, notBuilt } from './comparison.ts'
import type { DeployedStack } from './deployed-stack.ts'

/**
 * The stacks named like those of this deployment that aren't planned, in the Regions of those that are. One that is tagged as
 * another deployment's isn't among them, since the prefix of that may begin with this one.
 */
export async function unplannedStacks(
  planned: readonly DeployedStack[],
  prefix: string,
): Promise<Comparison[]> {
  const names = new Set(planned.map(({ name }) => name))
  const regions = new Set(planned.map(({ region }) => region))
  const found = await Promise.all([...regions].map(allStacks))
  return found
    .flat()
    .filter(({ name, service = prefix }) => name.startsWith(`${prefix}-`) && service === prefix)
    .filter(({ name }) => !names.has(name))
    .map(({ name }) => ({ kind: 'stack', name, differences: [notBuilt] }))
}

async function allStacks(region: string): Promise<{ name: string; service: string | undefined }[]> {
  const client = new CloudFormationClient({ region })
  const pages = await Array.fromAsync(paginateDescribeStacks({ client }, {}))
  return pages
    .flatMap(({ Stacks = [] }) => Stacks)
    .map(({ StackName: name = '', Tags = [] }) => ({
      name,
      service: Tags.find(({ Key }) => Key === 'service')?.Value,
    }))
}
