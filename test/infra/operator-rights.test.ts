import { beforeAll, describe, expect, it } from 'vitest'
import { rows } from './function-rows.ts'
import { allStatements } from './permissions.ts'
import { ownTemplates, resourcesOf, type Template } from './synthesis.ts'
import { arn, functionMay, itemRequest, ownTable, whoMay } from './who-may.ts'

let templates: ReadonlyMap<string, Template>
let table: string

beforeAll(async () => {
  templates = await ownTemplates()
  table = await ownTable()
})

describe('the functions of operators', () => {
  const theirs = rows.filter(([, { trigger }]) => trigger.kind === 'operator')

  it('are invoked by no other role of the service: what has an envelope comes from the account’s IAM', async () => {
    for (const [name, { touches }] of theirs) {
      const resource = arn('lambda', `function:quittance-${name}`)
      const itself = touches.invokesItself ? [name] : []
      expect(await whoMay({ action: 'lambda:InvokeFunction', resource })).toEqual(itself)
    }
    const invoking = allStatements(templates).filter(({ Action }) =>
      [Action].flat().some((action) => action.startsWith('lambda:')),
    )
    expect(invoking).not.toEqual([])
    const ofFunctions = invoking.filter((statement) => statement.Sid !== 'InvokeItself')
    const resources = ofFunctions.map(({ Resource }) => Resource)
    expect(JSON.stringify(resources)).not.toContain('operator-')
  })

  it('are called by the API of the dashboard alone', () => {
    const permissions = resourcesOf(templates, 'AWS::Lambda::Permission')
    for (const [name, { trigger }] of theirs) {
      const granted = permissions.filter(({ properties }) =>
        JSON.stringify(properties['FunctionName']).includes(`function:quittance-${name}"`),
      )
      const isRouted = trigger.kind === 'operator' && trigger.route !== null
      expect(granted, name).toHaveLength(isRouted ? 1 : 0)
      for (const { stack, properties } of granted) {
        expect(stack).toBe('quittance-dashboard')
        expect(properties).toMatchObject({
          Principal: 'apigateway.amazonaws.com',
          SourceArn: expect.stringMatching(/:execute-api:.*:ApiRest/),
        })
      }
    }
  })

  it('write nothing but that an operator is there, if they only read', async () => {
    const reading = theirs.filter(([, { touches }]) => touches.table === 'read')
    expect(reading.length).toBeGreaterThan(15)
    const allowed = (name: string, action: string, leadingKey: string) =>
      functionMay(name, itemRequest(table, action, leadingKey))
    for (const [name] of reading) {
      expect(await allowed(name, 'UpdateItem', 'sign-ins-seen'), name).toBe(true)
      for (const other of [
        'sign-ins',
        'operators',
        'live#audit',
        'live#session#cs_1',
        'sign-ins-seen#',
      ]) {
        expect(await allowed(name, 'UpdateItem', other), `${name} ${other}`).toBe(false)
      }
      for (const action of ['PutItem', 'DeleteItem']) {
        expect(await allowed(name, action, 'sign-ins-seen'), name).toBe(false)
      }
    }
  })
})
