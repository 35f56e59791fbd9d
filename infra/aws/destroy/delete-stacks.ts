import {
  CloudFormationClient,
  DeleteStackCommand,
  DescribeStackEventsCommand,
  DescribeStackResourcesCommand,
  DescribeStacksCommand,
} from '@aws-sdk/client-cloudformation'
import { OperateError } from '../../operate/operate-error.ts'
import type { PlacedStack } from './stack-names.ts'

export type FoundStack = PlacedStack & { id: string }

export type Pause = (milliseconds: number) => Promise<unknown>

export const pollMs = 5_000

/** Those that exist, in the same order. */
export async function existingStacks(stacks: readonly PlacedStack[]): Promise<FoundStack[]> {
  const found = await Promise.all(
    stacks.map(async (stack) => {
      const described = await describe(clientOf(stack), stack.name)
      return described ? [{ ...stack, id: described.id }] : []
    }),
  )
  return found.flat()
}

/** The physical id of a stack's only resource of a type, such as `AWS::DynamoDB::Table`. */
export async function resourceOf(stack: PlacedStack, type: string): Promise<string | undefined> {
  const command = new DescribeStackResourcesCommand({ StackName: stack.name })
  const { StackResources = [] } = await clientOf(stack).send(command)
  return StackResources.find(({ ResourceType }) => ResourceType === type)?.PhysicalResourceId
}

/** Resolves once the stack is gone. Throws an `OperateError` with the reason if AWS could not delete it. */
export async function deleteStack(stack: FoundStack, pause: Pause): Promise<void> {
  const client = clientOf(stack)
  await client.send(new DeleteStackCommand({ StackName: stack.id }))
  for (;;) {
    // By its id: a deleted stack has no name any more.
    const described = await describe(client, stack.id)
    if (!described || described.status === 'DELETE_COMPLETE') return
    if (described.status === 'DELETE_FAILED') throw await failure(client, stack)
    await pause(pollMs)
  }
}

async function failure(client: CloudFormationClient, { name, id }: FoundStack) {
  const { StackEvents = [] } = await client.send(new DescribeStackEventsCommand({ StackName: id }))
  const failed = StackEvents.find(({ ResourceStatus }) => ResourceStatus === 'DELETE_FAILED')
  const reason = failed?.ResourceStatusReason ?? 'AWS gives no reason'
  return new OperateError(
    `${name} could not be deleted: ${reason}. Fix this, then run npm run destroy again: it continues there.`,
  )
}

async function describe(client: CloudFormationClient, name: string) {
  try {
    const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: name }))
    const [stack] = Stacks ?? []
    return stack?.StackId === undefined
      ? undefined
      : { id: stack.StackId, status: stack.StackStatus }
  } catch (error) {
    const isMissing = error instanceof Error && error.message.includes('does not exist')
    if (isMissing) return undefined
    throw error
  }
}

function clientOf({ region }: PlacedStack): CloudFormationClient {
  return new CloudFormationClient({ region })
}
