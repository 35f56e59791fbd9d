import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'

export type DescribedStack = {
  id: string
  status: string | undefined
  outputs: Readonly<Record<string, string>>
}

/** Returns a stack by its name, or by its id, which finds deleted ones, too. Undefined if there is none. */
export async function describeStack(
  region: string,
  name: string,
): Promise<DescribedStack | undefined> {
  try {
    const command = new DescribeStacksCommand({ StackName: name })
    const { Stacks: [found] = [] } = await new CloudFormationClient({ region }).send(command)
    if (found?.StackId === undefined) return undefined
    const outputs = found.Outputs?.map(({ OutputKey = '', OutputValue = '' }) => [
      OutputKey,
      OutputValue,
    ])
    return {
      id: found.StackId,
      status: found.StackStatus,
      outputs: Object.fromEntries(outputs ?? []),
    }
  } catch (error) {
    const isMissing = error instanceof Error && error.message.includes('does not exist')
    if (isMissing) return undefined
    throw error
  }
}
