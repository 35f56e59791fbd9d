import { expect, it } from 'vitest'
import { hashPassword } from '../shared/admin/operators/hash-password.ts'
import { newInvitation } from '../shared/admin/operators/people/new-invitation.ts'
import { passwordWrite } from '../shared/admin/operators/store/credentials.ts'
import { mintSetupToken } from '../shared/admin/setup/mint-setup-token.ts'
import { newId, newSlug } from '../shared/kernel/ids.ts'
import { transact } from '../shared/kernel/store/transact.ts'
import { lambdaContext } from '../test/api-event.ts'
import { atDashboard } from '../test/at-dashboard.ts'
import { cheap } from '../test/operator-accounts.ts'
import { operatorFunctions } from '../test/operator-functions.ts'
import { pageEvent } from '../test/page-event.ts'
import { runAsOperator } from '../test/run-as-operator.ts'
import { newApiKey, saveBaseUrl, saveWallet } from '../test/saved-instance.ts'
import { saveNetworks } from '../test/saved-networks.ts'
import { seededBytes } from '../test/seeded-bytes.ts'
import { invokeApi, type ServiceFunctions, serviceFunctions } from '../test/service-functions.ts'
import { dashboardHeaders, signedInAs } from '../test/signed-in.ts'
import { webhookSecret } from '../test/webhook-fixture.ts'
import { serve as listCustomers } from './api/list-customers.ts'
import { serve as claimInstance } from './visitor/claim-instance.ts'
import { serve as showInvitation } from './visitor/show-invitation.ts'
import { serve as signInWithPassword } from './visitor/sign-in-with-password.ts'

const password = 'staple battery horse'

/** An instance with an owner, whose `verify-proof` verifies, and one that its owner is about to claim. */
type Instances = { owned: ServiceFunctions; unclaimed: ServiceFunctions }

async function fixture(): Promise<Instances> {
  const [owned, unclaimed] = [await atDashboard('owner'), await serviceFunctions()]
  const { table, config } = owned
  for (const one of [owned, unclaimed]) await saveBaseUrl(one.table, 'https://pay.example.com')
  await saveWallet(table, config)
  await saveNetworks(table, config, { 8453: ['https://node.example/'] })
  return { owned, unclaimed }
}

/** One secret of each kind. */
async function secretsOf({ owned, unclaimed }: Instances): Promise<Record<string, string>> {
  const { table } = owned
  const randomBytes = seededBytes('doors')
  const deps = { table, now: () => new Date(), randomBytes }
  const ofUnclaimed = { ...deps, table: unclaimed.table }
  const minted = await runAsOperator(mintSetupToken, ofUnclaimed, { renew: true })
  const key = await newApiKey(table, 'live')
  const cookie = await signedInAs(table, 'owner', { name: 'alice' })
  const hash = await hashPassword(password, randomBytes, cheap)
  await transact(table, [passwordWrite('op_alice', hash), passwordWrite('op_owner', hash)])
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
    'a password': password,
    'the words': 'test test test test test test test test test test test junk',
  }
}

/** `opener` is the kind of secret that opens it; null if none does. */
type Door = {
  opener: string | null
  open: (secret: string) => Promise<{ statusCode: number }>
}

const payoutWallet = { chainId: 8453, address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }

async function doorsOf({ owned: { config }, unclaimed }: Instances): Promise<Record<string, Door>> {
  const { post } = await operatorFunctions(config)
  const [show, claim] = [showInvitation(config), claimInstance(unclaimed.config)]
  const signIn = signInWithPassword(config)
  const cookie = (value: string) => `__Host-quittance=${value}`
  const proven = (proof: object) => ({ input: JSON.stringify(payoutWallet), proof })
  // Not the account at the sign-in, so that neither runs out of guesses.
  const owner = cookie('si_owner.secret-owner')
  const event = (name: string, body: unknown) =>
    pageEvent({
      path: `/api/dashboard/${name}`,
      parameters: {},
      headers: dashboardHeaders,
      body,
    })
  const person = { name: 'Olga', email: 'olga@example.com', password: 'correct horse battery' }
  return {
    'the API': {
      opener: 'an API key',
      open: (key) => invokeApi(listCustomers(config), { path: '/customers', key }),
    },
    'the dashboard': {
      opener: 'the value of a cookie',
      open: (value) => post('show-account', { cookie: cookie(value) }),
    },
    'an invited operator’s first page': {
      opener: 'an invitation',
      open: (token) => show(event('show-invitation', { token }), lambdaContext()),
    },
    'the claim of an instance': {
      opener: 'the setup token',
      open: (setupToken) =>
        claim(event('claim-instance', { ...person, setupToken }), lambdaContext()),
    },
    'a sign-in': {
      opener: 'a password',
      open: (given) =>
        signIn(
          event('sign-in-with-password', { email: 'alice@example.com', password: given }),
          lambdaContext(),
        ),
    },
    'a change of where the instance sweeps to, without the password': {
      opener: null,
      open: (value) =>
        post('set-payout-wallet', { cookie: cookie(value), body: proven({ password: 'a guess' }) }),
    },
    'a change of where the instance sweeps to, with the owner’s cookie': {
      opener: 'a password',
      open: (given) =>
        post('set-payout-wallet', { cookie: owner, body: proven({ password: given }) }),
    },
  }
}

it('each secret opens its own door, and no other', async () => {
  const instances = await fixture()
  const [secrets, doors] = [await secretsOf(instances), await doorsOf(instances)]
  const opened: string[] = []
  for (const [door, { open }] of Object.entries(doors)) {
    for (const [kind, secret] of Object.entries(secrets)) {
      const { statusCode } = await open(secret)
      if (statusCode === 200) opened.push(`${door}: ${kind}`)
      else expect([401, 404], `${door}: ${kind}`).toContain(statusCode)
    }
  }
  expect(opened).toEqual(
    Object.entries(doors).flatMap(([door, { opener }]) => (opener ? [`${door}: ${opener}`] : [])),
  )
})
