import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { refreshReferences, requireSameData } from '../../infra/aws/refresh-references.ts'
import { readSettings } from '../../infra/aws/settings.ts'
import { type AwsAccount, startAwsAccount } from './aws-account.ts'
import { deployAt } from './deploy-at.ts'
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
const apis = ['api', 'callbacks', 'checkout', 'dashboard'].map(
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
    'quittance-callbacks': table,
    'quittance-dashboard': [],
    'quittance-pages': apis,
  })
})

describe('a deployment', () => {
  const place = { prefix: 'quittance', region: 'eu-central-1' }
  const at = (stack: string) => `${place.region} quittance-${stack}`
  const [table, key] = [
    'arn:aws:dynamodb:eu-central-1:1:table/t1',
    'arn:aws:kms:eu-central-1:1:key/k1',
  ]
  let account: AwsAccount

  beforeEach(async () => {
    const templates = await ownTemplates()
    account = await startAwsAccount([...templates.keys()].map((name) => `${place.region} ${name}`))
    const values: Record<string, string> = { Table: table, Key: key }
    for (const [name, { Outputs }] of templates) {
      const own = Object.keys(Outputs).flatMap((output) => {
        const [, kind] = /^(?:Has|Uses)(\w+)$/.exec(output) ?? []
        return kind === undefined ? [] : [[output, values[kind] ?? `${kind}1`]]
      })
      account.outputs.set(`${place.region} ${name}`, Object.fromEntries(own))
    }
    deployAt(account.url)
  })

  const never = async () => expect.unreachable()

  function notes() {
    const lines: string[] = []
    const written = vi.spyOn(console, 'warn').mockImplementation((line) => lines.push(line))
    onTestFinished(() => written.mockRestore())
    return lines
  }

  it('has stacks that say what they use, and nothing to do while they agree', async () => {
    const used = [...account.outputs.values()].flatMap((outputs) => Object.keys(outputs))
    expect(used.filter((name) => name === 'UsesTable')).toHaveLength(6)
    expect(used.filter((name) => name === 'UsesKey')).toHaveLength(6)
    expect(used).toEqual(expect.arrayContaining(['UsesApi', 'UsesCheckout', 'UsesDashboard']))
    await requireSameData(place, { tableName: undefined, keyArn: undefined })
    await refreshReferences(place, never)
  })

  it('updates CloudFront if an API was deleted and created again', async () => {
    account.outputs.set(at('checkout'), {
      HasCheckout: 'Checkout2',
      UsesTable: table,
      UsesKey: key,
    })
    const said = notes()
    const deployed: string[] = []
    await refreshReferences(place, async (stack, context) => {
      deployed.push(stack)
      const { apiIds } = readSettings((name) => context[name])
      expect(apiIds).toEqual({
        api: 'Api1',
        checkout: 'Checkout2',
        dashboard: 'Dashboard1',
        callbacks: 'Callbacks1',
      })
      const used = { UsesApi: 'Api1', UsesCheckout: 'Checkout2', UsesDashboard: 'Dashboard1' }
      account.outputs.set(at('pages'), { ...used, UsesCallbacks: 'Callbacks1' })
    })
    expect(deployed).toEqual(['quittance-pages'])
    expect(said).toEqual([
      'Note: quittance-pages still sends requests to the API Checkout1, which is not that of the checkout stack any more. It is deployed again.\n',
    ])
  })

  it('says what to run if CloudFront still uses the API of before', async () => {
    account.outputs.set(at('api'), { HasApi: 'Api2', UsesTable: table, UsesKey: key })
    notes()
    await expect(refreshReferences(place, async () => undefined)).rejects.toThrow(
      `Run: npx cdk deploy quittance-pages --exclusively -c apiIds='{"api":"Api2",`,
    )
  })

  it.each(['deleted', 'created again'])(
    'never gives a shop an empty table if the foundation was %s',
    async (how) => {
      if (how === 'deleted') account.stacks.delete(at('foundation'))
      else account.outputs.set(at('foundation'), { HasTable: `${table}2`, HasKey: `${key}2` })
      const none = { tableName: undefined, keyArn: undefined }
      await expect(requireSameData(place, none)).rejects.toThrow(
        `To continue with them, add to cdk.context.json: {"tableName":"t1","keyArn":"${key}"}.`,
      )
      await expect(requireSameData(place, { ...none, tableName: 't1' })).rejects.toThrow(
        `quittance-workers uses the key ${key}, which quittance-foundation does not have`,
      )
      await requireSameData(place, { tableName: 't1', keyArn: key })
      await requireSameData({ ...place, prefix: 'another' }, none)
    },
  )
})
