import { expect, it } from 'vitest'
import { ownTemplates, type Template } from './synthesis.ts'

/** Every `Fn::GetStackOutput` in a template, as `stack: output`. */
function referencesOf(template: Template): string[] {
  const found = new Set<string>()
  JSON.stringify(template, (name, value) => {
    if (name === 'Fn::GetStackOutput') found.add(`${value.StackName}: ${value.OutputName}`)
    return value
  })
  return [...found].toSorted()
}

const table = [
  'quittance-foundation: PublishOutputFnGetAttKey961B73FDArn43BC6B29',
  'quittance-foundation: PublishOutputFnGetAttTable710B521BArn7CBFD393',
  'quittance-foundation: PublishOutputRefTable710B521B61D037C4',
]
const apis = ['api', 'checkout', 'dashboard'].map(
  (name) => `quittance-${name}: PublishOutputRefApiRest4DEC74FEE9F33224`,
)

/**
 * CloudFormation doesn't update a stack when what it references changes. The name of an output has the logical id of its
 * resource: with another one, an update would replace the resource, and the stacks that use it would keep the old one.
 */
it('stacks reference only what no update replaces', async () => {
  const templates = await ownTemplates()
  const references = [...templates].map(([name, template]) => [name, referencesOf(template)])
  expect(Object.fromEntries(references)).toEqual({
    'quittance-foundation': [],
    'quittance-workers': table,
    'quittance-operator': table,
    'quittance-operator-payments': table,
    'quittance-api': table,
    'quittance-checkout': table,
    'quittance-dashboard': [],
    'quittance-pages': apis,
  })
})
