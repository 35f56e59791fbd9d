import { beforeAll, describe, expect, it } from 'vitest'
import { named } from './function-rows.ts'
import { arn, itemRequest, ownTable, whoMay } from './who-may.ts'

let table: string

beforeAll(async () => {
  table = await ownTable()
})

const servingDashboard = named(({ trigger }) =>
  trigger.kind === 'route'
    ? trigger.path.startsWith('/api/dashboard/')
    : trigger.kind === 'operator',
)

describe('the table', () => {
  const item = (action: string, partition: string) => itemRequest(table, action, partition)
  const writers = named(({ touches }) => touches.table === 'write')
  const counting = named(({ touches }) => touches.table === 'write' || touches.counts === true)

  it('is read and written only by functions whose rows say so', async () => {
    const readers = named(({ touches }) => touches.table !== undefined)
    for (const action of ['GetItem', 'BatchGetItem', 'Query']) {
      expect(await whoMay(item(action, 'live#session#cs_1'))).toEqual(readers)
    }
    for (const action of ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem']) {
      expect(await whoMay(item(action, 'live#customer#cus_1'))).toEqual(writers)
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

  it('lets only the restore read when the table was backed up', async () => {
    const request = { action: 'dynamodb:DescribeTable', resource: table }
    expect(await whoMay(request)).toEqual(['operator-stop-intake'])
  })

  it.each(['live#audit', 'test#audit'])('only adds to %s', async (log) => {
    const audited = named(({ touches }) => touches.administers?.includes('audit-log') ?? false)
    const readers = ['operator-list-audit-entries', 'operator-show-payment']
    const writers = audited.filter((name) => !readers.includes(name))
    expect(await whoMay(item('Query', log))).toEqual(['mail-changes', ...audited].toSorted())
    expect(await whoMay(item('PutItem', log))).toEqual(writers)
    for (const action of ['UpdateItem', 'DeleteItem']) {
      expect(await whoMay(item(action, log))).toEqual([])
    }
  })

  it('lets only owners’ operations change where the instance’s changes are sent, and few read or write what is', async () => {
    const [setting, removing, showing] = ['set', 'remove', 'show'].map(
      (verb) => `operator-${verb}-instance-webhook`,
    )
    const sending = ['deliver-instance-webhooks', 'mail-changes', setting]
    for (const action of ['PutItem', 'UpdateItem', 'DeleteItem']) {
      expect(await whoMay(item(action, 'instance-webhook'))).toEqual([removing, setting])
      expect(await whoMay(item(action, 'instance-webhook-deliveries'))).toEqual(sending)
    }
    const seen = ['deliver-instance-webhooks', 'mail-changes', removing, setting, showing]
    expect(await whoMay(item('GetItem', 'instance-webhook'))).toEqual(seen)
    const read = item('Query', 'instance-webhook-deliveries')
    expect(await whoMay(read)).toEqual([...sending, showing])
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
        'avoid-used-addresses',
        'create-checkout-session',
        'open-link',
        'operator-add-wallet',
        'operator-adopt-addresses',
        'operator-resume-intake',
        'operator-set-up-instance',
        'operator-set-up-wallet',
        'operator-set-up-watch-only',
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
