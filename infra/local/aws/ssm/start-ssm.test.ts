import { GetParameterCommand, PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm'
import { expect, it, onTestFinished } from 'vitest'
import { functions } from '../../../functions.ts'
import { testCaller, testDataDir } from '../test-data-dir.ts'
import { openParameters } from './parameters.ts'
import { parameterCallers, startSsm } from './start-ssm.ts'

const Name = '/seen-payout-wallets/quittance/a-key/live'

async function storeIn(stateDir: string) {
  const parameters = await openParameters(stateDir)
  const callers = parameterCallers(functions, (name) => ({
    accessKeyId: name,
    secretAccessKey: `secret of ${name}`,
  }))
  const denied: string[] = []
  const service = await startSsm({
    parameters,
    callers,
    port: 0,
    onDenied: (message) => denied.push(message),
  })
  onTestFinished(async () => {
    await service.close()
    parameters.close()
  })
  const as = (name: string, secretAccessKey = `secret of ${name}`) => {
    const credentials = { accessKeyId: name, secretAccessKey }
    const client = new SSMClient({ ...testCaller, endpoint: service.url, credentials })
    onTestFinished(() => client.destroy())
    return {
      get: () => client.send(new GetParameterCommand({ Name })),
      put: (Value: string) =>
        client.send(new PutParameterCommand({ Name, Value, Type: 'String', Overwrite: true })),
    }
  }
  return { as, denied }
}

it('keeps what the sweep writes for every instance of the machine', async () => {
  const stateDir = await testDataDir()
  const { as } = await storeIn(stateDir)
  await expect(as('sweep').get()).rejects.toMatchObject({ name: 'ParameterNotFound' })
  await as('sweep').put('first')
  await as('sweep').put('second')
  const later = await storeIn(stateDir)
  expect((await later.as('operator-set-payout-wallet').get()).Parameter?.Value).toBe('second')
})

it('is written only by the sweep, and read only by what seals payout wallets', async () => {
  const { as, denied } = await storeIn(await testDataDir())
  const refused = { name: 'AccessDeniedException' }
  await expect(as('operator-set-payout-wallet').put('mine')).rejects.toMatchObject(refused)
  await expect(as('create-checkout-session').get()).rejects.toMatchObject(refused)
  expect(denied).toHaveLength(2)
  const forged = as('sweep', 'another secret').put('mine')
  await expect(forged).rejects.toMatchObject({ name: 'InvalidSignatureException' })
})
