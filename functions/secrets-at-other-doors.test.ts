import { afterAll, beforeAll, expect, it } from 'vitest'
import { newInvitation } from '../shared/admin/operators/people/new-invitation.ts'
import { runMintSetupToken } from '../shared/admin/setup/mint-setup-token.ts'
import { newId, newSlug } from '../shared/kernel/ids.ts'
import { transact } from '../shared/kernel/store/transact.ts'
import { lambdaContext } from '../test/api-event.ts'
import { operatorFunctions } from '../test/operator-functions.ts'
import { pageEvent } from '../test/page-event.ts'
import { runAsOperator } from '../test/run-as-operator.ts'
import { newApiKey, saveBaseUrl } from '../test/saved-instance.ts'
import { seededBytes } from '../test/seeded-bytes.ts'
import {
  invokeApi,
  type ServiceFunctions,
  startServiceFunctions,
} from '../test/service-functions.ts'
import { dashboardHeaders, signedInAs } from '../test/signed-in.ts'
import { webhookSecret } from '../test/webhook-fixture.ts'
import { serve as listCustomers } from './api/list-customers.ts'
import { serve as claimInstance } from './visitor/claim-instance.ts'
import { serve as showInvitation } from './visitor/show-invitation.ts'

let service: ServiceFunctions & { stop: () => Promise<void> }

beforeAll(async () => {
  service = await startServiceFunctions()
})
afterAll(() => service.stop())

/** One of each kind of secret of an instance that its owner is about to claim. */
async function secretsOf({ table }: ServiceFunctions): Promise<Record<string, string>> {
  const randomBytes = seededBytes('doors')
  const deps = { table, now: () => new Date(), randomBytes }
  await saveBaseUrl(table, 'https://pay.example.com')
  const minted = await runAsOperator(runMintSetupToken, deps, { renew: true })
  const key = await newApiKey(table, 'live')
  const cookie = await signedInAs(table, 'owner')
  const asOwner = { role: 'owner', operatorId: null, invitedBy: 'op_owner' } as const
  const { link, writes } = await newInvitation(deps, { email: 'vera@example.com', ...asOwner })
  await transact(table, writes)
  return {
    'an API key': key,
    'the value of a cookie': cookie.replace(/^.*=/, ''),
    'an invitation': link.replace(/^.*#/, ''),
    'the setup token': minted.state === 'minted' ? minted.token : '',
    'a webhook’s secret': webhookSecret,
    'a session’s id': newId('checkoutSession', new Date(), randomBytes),
    'a link’s slug': newSlug(randomBytes),
    'the words': 'test test test test test test test test test test test junk',
  }
}

type Door = (secret: string) => Promise<{ statusCode: number }>

/** What a secret is tried at, by the secret that opens it. */
async function doorsOf({ config }: ServiceFunctions): Promise<Record<string, Door>> {
  const { post } = await operatorFunctions(config)
  const [show, claim] = [showInvitation(config), claimInstance(config)]
  const event = (name: string, body: unknown) =>
    pageEvent({
      path: `/api/dashboard/${name}`,
      parameters: {},
      headers: dashboardHeaders,
      body,
    })
  const person = { name: 'Olga', email: 'olga@example.com', password: 'correct horse battery' }
  return {
    'an API key': (key) => invokeApi(listCustomers(config), { path: '/customers', key }),
    'the value of a cookie': (value) =>
      post('show-account', { cookie: `__Host-quittance=${value}` }),
    'an invitation': (token) => show(event('show-invitation', { token }), lambdaContext()),
    'the setup token': (setupToken) =>
      claim(event('claim-instance', { ...person, setupToken }), lambdaContext()),
  }
}

it('each secret opens its own door, and no other', async () => {
  const [secrets, doors] = [await secretsOf(service), await doorsOf(service)]
  const opened: string[] = []
  for (const [door, open] of Object.entries(doors)) {
    for (const [kind, secret] of Object.entries(secrets)) {
      const { statusCode } = await open(secret)
      if (statusCode === 200) opened.push(`${kind} as ${door}`)
      else expect([401, 404], `${kind} as ${door}`).toContain(statusCode)
    }
  }
  expect(opened).toEqual(Object.keys(doors).map((door) => `${door} as ${door}`))
})
