import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { hashPassword } from '../../shared/admin/operators/hash-password.ts'
import { type ProofRequest, proofReply } from '../../shared/admin/operators/proof/proof-request.ts'
import { passwordWrite } from '../../shared/admin/operators/store/credentials.ts'
import { invariant } from '../../shared/kernel/invariant.ts'
import { type Operation, ok } from '../../shared/kernel/operation/operation.ts'
import type { OperatorRequest } from '../../shared/kernel/operation/operator-request.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { operatorOperations } from '../../shared/operator-operations.ts'
import { errorOf, lambdaContext } from '../../test/api-event.ts'
import { cheap, password } from '../../test/operator-accounts.ts'
import { seededBytes } from '../../test/seeded-bytes.ts'
import { type ServiceFunctions, startServiceFunctions } from '../../test/service-functions.ts'
import { dashboardEvent, signedInAs } from '../../test/signed-in.ts'
import { serve as verifyProof } from '../internal/verify-proof.ts'
import { dashboardDoor } from '../pipelines/operator/dashboard-door.ts'

/** Operations that need a proof, by what they could give away. */
const listed = {
  credentials: [
    ...['change-password', 'add-passkey', 'remove-passkey', 'enable-totp', 'disable-totp'],
    ...['new-recovery-codes', 'stop-factor'],
  ],
  people: ['invite-operator', 'revoke-invitation', 'change-operator', 'remove-operator'],
  'API keys': ['create-api-key', 'roll-api-key', 'revoke-api-key'],
  'payout wallets': ['set-payout-wallet', 'cancel-payout-wallet'],
  'webhook URLs and secrets': [
    ...['add-endpoint', 'change-endpoint', 'remove-endpoint', 'rotate-webhook-secret'],
    ...['enable-webhook-endpoint', 'disable-webhook-endpoint'],
    ...['set-instance-webhook', 'remove-instance-webhook'],
  ],
  integrations: [
    ...['set-integration', 'verify-integration', 'enable-integration', 'disable-integration'],
    'cancel-integration-change',
  ],
  wallet: ['set-up-wallet', 'set-up-watch-only', 'add-wallet', 'skip-addresses'],
  'nodes and notifiers': [
    ...['add-network', 'connect-provider', 'set-network', 'remove-network', 'seed-networks'],
    ...['connect-notifier', 'repair-notifier', 'disconnect-notifier'],
    'trust-operator',
  ],
  'where sale notices go': [
    ...['add-notice-destination', 'change-notice-destination', 'remove-notice-destination'],
  ],
  'confirmations, tolerance and other settings': ['change-settings', 'grow-index-shards'],
  'decisions about money': [
    ...[
      'accept-payment',
      ...['add-refund', 'set-refund-address', 'record-refund', 'void-refund'],
      'request-sweep',
      'abandon-sweep',
      'acknowledge-difference',
      'sweep-unlisted',
    ],
  ],
} as const

const names: readonly string[] = Object.values(listed).flat()

const steps = [
  ...[
    'set-up-wallet',
    'set-up-watch-only',
    'connect-provider',
    'connect-notifier',
    'set-payout-wallet',
  ],
  ...['create-api-key', 'roll-api-key', 'add-notice-destination'],
]

let service: ServiceFunctions & { stop: () => Promise<void> }
const cookies = { owner: '', claimed: '' }

beforeAll(async () => {
  service = await startServiceFunctions()
  const { table } = service
  cookies.owner = await signedInAs(table, 'owner')
  const signIn = { method: 'claim' } as const
  cookies.claimed = await signedInAs(table, 'owner', { name: 'claimed', signIn })
  const hash = await hashPassword(password, seededBytes('proofs'), cheap)
  await transact(table, [passwordWrite('op_owner', hash), passwordWrite('op_claimed', hash)])
})
afterAll(() => service.stop())

const httpResponse = z.object({
  statusCode: z.number(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
})

/** The dashboard's door of an operation that accepts any input, and a record of what it verified and ran. */
function doorOf(operation: Operation) {
  const { table, config } = service
  const verify = verifyProof(config)
  const seen: { verified: ProofRequest[]; inputs: unknown[] } = { verified: [], inputs: [] }
  const services = {
    table,
    now: () => new Date(),
    randomBytes: seededBytes('doors'),
    region: 'us-east-1',
    isLocal: false,
    verifyProof: async (request: ProofRequest) => {
      seen.verified.push(request)
      const reply = proofReply.parse(await verify(request))
      if (reply.outcome === 'refused') throw new Error(reply.code)
    },
  }
  const door = dashboardDoor(
    {
      ...operation,
      body: z.unknown(),
      success: ok(z.unknown()),
      needs: undefined,
      sealsInput: false,
      run: async (_: unknown, { input }: OperatorRequest) => {
        seen.inputs.push(input)
        return { result: {} }
      },
    },
    services,
  )
  const post = async (body: unknown, cookie: keyof typeof cookies = 'owner') => {
    const event = dashboardEvent(operation.name, { cookie: cookies[cookie], body })
    return httpResponse.parse(await door(event, lambdaContext()))
  }
  return { ...seen, post }
}

const needOf = ({ name, caller }: Operation) => {
  invariant(caller.kind === 'operator', `${name} is an operator’s`)
  return caller.proof
}

const proving = operatorOperations.filter((operation) => needOf(operation) !== 'none')

it('is needed by what access and money depend on, and by nothing else', () => {
  expect(proving.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
})

it('is needed once by the wizard’s own steps', () => {
  const once = proving.filter((operation) => needOf(operation) === 'once in the wizard')
  expect(once.map(({ name }) => name).toSorted()).toEqual(steps.toSorted())
})

const text = '{ "any": "input" }'

describe.each(proving.map((operation) => ({ name: operation.name, operation })))(
  '$name',
  ({ operation }) => {
    it('does nothing without a proof in its request, however fresh the sign-in is', async () => {
      const { post, inputs } = doorOf(operation)
      const { status, code } = errorOf(await post(JSON.parse(text)))
      expect(`${status} ${code}`).toBe('403 proof_required')
      expect(inputs).toEqual([])
    })

    it('is done with one, which is about this operation and this text', async () => {
      const { post, inputs, verified } = doorOf(operation)
      expect(await post({ input: text, proof: { password } })).toMatchObject({ statusCode: 200 })
      expect(inputs).toEqual([{ any: 'input' }])
      const { digest } = verified[0] ?? {}
      const other = doorOf({ ...operation, name: 'another-operation' })
      await other.post({ input: text, proof: { password } })
      expect(other.verified[0]?.digest).not.toBe(digest)
      await post({ input: `${text} `, proof: { password } })
      expect(verified[1]?.digest).not.toBe(digest)
    })

    it('keeps nothing of a proof for the next request', async () => {
      const { post } = doorOf(operation)
      await post({ input: text, proof: { password } })
      expect(errorOf(await post(JSON.parse(text))).code).toBe('proof_required')
    })
  },
)

it('lets the browser that claimed the instance take the wizard’s steps after one proof', async () => {
  const [step, other] = ['set-up-wallet', 'remove-operator'].map((name) => {
    const operation = operatorOperations.find((each) => each.name === name)
    invariant(operation, `there is ${name}`)
    return doorOf(operation)
  })
  invariant(step && other, 'there are both')
  expect(await step.post({ input: text, proof: { password } }, 'claimed')).toMatchObject({
    statusCode: 200,
  })
  expect(await step.post({}, 'claimed')).toMatchObject({ statusCode: 200 })
  expect(errorOf(await other.post({}, 'claimed')).code).toBe('proof_required')
  expect(errorOf(await step.post({}, 'owner')).code).toBe('proof_required')
})

it.each([
  [{ input: '{', proof: { password } }, '400 malformed_json'],
  [{ input: {}, proof: { password } }, '400 parameter_invalid'],
  [{ input: '{}', proof: {} }, '400 parameter_invalid'],
  [{ input: '{}', proof: { password: '' } }, '400 parameter_invalid'],
  [{ input: '{"__proto__": 1}', proof: { password } }, '400 parameter_invalid'],
  [{ input: '{}', proof: { password }, more: 1 }, '400 parameter_unknown'],
])('refuses %j', async (body, expected) => {
  const [operation] = proving
  invariant(operation, 'there are some')
  const { status, code } = errorOf(await doorOf(operation).post(body))
  expect(`${status} ${code}`).toBe(expected)
})
