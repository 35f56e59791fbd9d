import { namesOf } from '../constructs/names.ts'
import type { Settings } from '../settings.ts'
import type { PlannedStack } from './read-assembly.ts'

type Signing = Pick<Settings, 'prefix'> & {
  signedCode?: Pick<NonNullable<Settings['signedCode']>, 'configArn' | 'keys'> | undefined
}

/** Stacks that were synthesized without signed code, with the config that has to guard the code of these functions. */
export function withSigning(
  stacks: readonly PlannedStack[],
  { prefix, signedCode }: Signing,
): PlannedStack[] {
  if (!signedCode) return [...stacks]
  const { functionName } = namesOf(prefix)
  const signed = new Set(Object.keys(signedCode.keys).map(functionName))
  return stacks.map((stack) => ({
    ...stack,
    resources: Object.fromEntries(
      Object.entries(stack.resources).map(([logicalId, { Type, Properties }]) => {
        const { configArn: CodeSigningConfigArn } = signedCode
        const isSigned = signed.has(String(Properties['FunctionName']))
        const properties = isSigned ? { ...Properties, CodeSigningConfigArn } : Properties
        return [logicalId, { Type, Properties: properties }]
      }),
    ),
  }))
}
