import { CfnOutput, type Stack } from 'aws-cdk-lib'

/** The stack of each value that other stacks use: the ARNs of table and key, and the ids of the APIs. */
export const sources = {
  table: 'foundation',
  key: 'foundation',
  api: 'api',
  checkout: 'checkout',
  dashboard: 'dashboard',
  callbacks: 'callbacks',
} as const

export type Referenced = keyof typeof sources

/** The output of the stack that has it. */
export const presentOutput = (name: Referenced): string => `Has${capitalized(name)}`

/** The output of a stack that uses it, with the value that CloudFormation found when it updated that stack. */
export const usedOutput = (name: Referenced): string => `Uses${capitalized(name)}`

type Values = Readonly<Partial<Record<Referenced, string>>>

/** `npm run deploy` compares them with what the others use. */
export function recordPresent(stack: Stack, values: Values): void {
  record(stack, values, presentOutput)
}

/** CloudFormation doesn't update a stack when what it references changes, so each says what it uses. */
export function recordUsed(stack: Stack, values: Values): void {
  record(stack, values, usedOutput)
}

export function recordUsedData(stack: Stack, data: { tableArn: string; keyArn: string }): void {
  recordUsed(stack, { table: data.tableArn, key: data.keyArn })
}

function record(stack: Stack, values: Values, outputOf: (name: Referenced) => string): void {
  for (const name of Object.keys(values).filter(isReferenced)) {
    const { [name]: value } = values
    if (value !== undefined) new CfnOutput(stack, outputOf(name), { value })
  }
}

function isReferenced(name: string): name is Referenced {
  return name in sources
}

function capitalized(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}
