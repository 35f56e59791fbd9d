import type { PlannedStack } from './read-assembly.ts'

/** The planned stacks, with the code of their functions as it is built, also of those whose deployed code was signed. */
export function withBuiltCode(
  planned: readonly PlannedStack[],
  built: readonly PlannedStack[],
): PlannedStack[] {
  const unsigned = new Map(built.map(({ name, resources }) => [name, resources]))
  return planned.map((stack) => ({
    ...stack,
    resources: Object.fromEntries(
      Object.entries(stack.resources).map(([logicalId, { Type, Properties }]) => {
        const code = unsigned.get(stack.name)?.[logicalId]?.Properties['Code']
        const isCode = Type === 'AWS::Lambda::Function' && code !== undefined
        return [
          logicalId,
          { Type, Properties: isCode ? { ...Properties, Code: code } : Properties },
        ]
      }),
    ),
  }))
}
