import {
  CloudFormationClient,
  GetTemplateCommand,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation'
import { describeStack } from '../describe-stack.ts'
import type { PlannedStack } from './read-assembly.ts'
import type { DeployedResource, Known } from './resolve-value.ts'

export type DeployedStack = PlannedStack & {
  region: string
  known: Known
  /** The template that CloudFormation last applied; undefined if the stack isn't deployed. */
  applied: string | undefined
}

/** Stacks that aren't deployed have no resources. */
export async function readDeployed(
  planned: readonly PlannedStack[],
  homeRegion: string,
): Promise<DeployedStack[]> {
  const described = await Promise.all(
    planned.map(async (stack) => {
      const region = stack.region ?? homeRegion
      const found = await describeStack(region, stack.name)
      const resources = found
        ? await resourcesOf(region, stack.name)
        : new Map<string, DeployedResource>()
      const applied = found ? await templateOf(region, stack.name) : undefined
      return { stack, region, found, resources, applied }
    }),
  )
  const outputs = new Map(described.map(({ stack, found }) => [stack.name, found?.outputs]))
  return described.map(({ stack, region, found, resources, applied }) => {
    const [, partition = 'aws', , , account = ''] = found?.id.split(':') ?? []
    return {
      ...stack,
      region,
      applied,
      known: {
        pseudo: {
          'AWS::Region': region,
          'AWS::AccountId': account,
          'AWS::Partition': partition,
          'AWS::URLSuffix': partition === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com',
          'AWS::StackName': stack.name,
        },
        resources,
        outputOf: (name, output) => outputs.get(name)?.[output],
      },
    }
  })
}

/** The template as CloudFormation received it, before it processed any transforms. */
async function templateOf(region: string, StackName: string): Promise<string | undefined> {
  const command = new GetTemplateCommand({ StackName, TemplateStage: 'Original' })
  return (await new CloudFormationClient({ region }).send(command)).TemplateBody
}

async function resourcesOf(
  region: string,
  StackName: string,
): Promise<Map<string, DeployedResource>> {
  const client = new CloudFormationClient({ region })
  const resources = new Map<string, DeployedResource>()
  for await (const { StackResourceSummaries = [] } of paginateListStackResources(
    { client },
    { StackName },
  )) {
    for (const each of StackResourceSummaries) {
      const { LogicalResourceId: name, PhysicalResourceId: id, ResourceType: type = '' } = each
      if (each.ResourceStatus === 'DELETE_COMPLETE') continue
      if (name !== undefined && id !== undefined) resources.set(name, { type, id })
    }
  }
  return resources
}
