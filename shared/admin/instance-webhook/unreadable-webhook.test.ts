import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { expect, it } from 'vitest'
import { instanceWebhookHarness } from '../../../test/instance-webhook-fixture.ts'
import { mailChanges } from '../operators/mail-changes.ts'
import { instanceWebhookKeys } from './store/keys.ts'

it('an instance webhook that cannot be read does not keep owners from being mailed, and the run fails', async () => {
  const { table, deps, add, pass, tell, mails } = await instanceWebhookHarness()
  const setVersion = (version: unknown) =>
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: instanceWebhookKeys.instanceWebhook(),
        UpdateExpression: 'SET version = :version, #current = :none, former = :former',
        ExpressionAttributeNames: { '#current': 'current' },
        ExpressionAttributeValues: { ':version': version, ':none': null, ':former': [] },
      }),
    )
  await setVersion('a word')
  await add({ action: 'payout-wallet.set', target: 'eip155:8453' })
  for (let run = 0; run < 2; run += 1) {
    pass(600)
    await expect(mailChanges(deps)).rejects.toThrow(/version/)
    expect(mails.map(({ subject }) => subject)).toEqual(['Payout wallet set'])
  }
  await setVersion(1)
  await tell()
  expect(mails).toHaveLength(1)
})
