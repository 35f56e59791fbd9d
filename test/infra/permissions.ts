import { runSimulation } from '@cloud-copilot/iam-simulate'
import { expect } from 'vitest'
import * as z from 'zod'
import { invariant } from '../../shared/kernel/invariant.ts'
import { resourcesOf, type Template } from './synthesis.ts'

export const account = '111122223333'

const statement = z.looseObject({
  Effect: z.enum(['Allow', 'Deny']),
  Action: z.union([z.string(), z.array(z.string())]),
  Sid: z.string().optional(),
})
export const policyDocument = z.looseObject({ Statement: z.array(statement) })
export type PolicyDocument = z.output<typeof policyDocument>

const role = z.object({
  RoleName: z.string().optional(),
  AssumeRolePolicyDocument: z.unknown(),
  Policies: z.array(z.object({ PolicyDocument: policyDocument })).default([]),
})

export type Caller = { arn: string; policies: readonly PolicyDocument[] }

/** The role of each function, by the function's name in `infra/functions.ts`, with the policies of the templates. */
export function functionRoles(templates: ReadonlyMap<string, Template>): Map<string, Caller> {
  const roles = resourcesOf(templates, 'AWS::IAM::Role').map(({ properties }) =>
    role.parse(properties),
  )
  return new Map(
    roles.flatMap(({ RoleName, Policies }) => {
      const name = /^quittance-(.+)-eu-central-1$/.exec(RoleName ?? '')?.[1]
      if (name === undefined) return []
      const arn = `arn:aws:iam::${account}:role/${RoleName}`
      return [
        [
          name.replace(/^op-/, 'operator-'),
          { arn, policies: Policies.map((policy) => policy.PolicyDocument) },
        ],
      ] as const
    }),
  )
}

/** A principal with every IAM permission: only a resource's own policy can deny a request. */
export const administrator: Caller = {
  arn: `arn:aws:iam::${account}:role/Administrator`,
  policies: [
    { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: '*', Resource: '*' }] },
  ],
}

export type Request = {
  action: string
  resource: string
  context?: Record<string, string | string[]>
  resourcePolicy?: PolicyDocument
}

/** AWS's decision on the caller's request, by the given policies only. */
export async function isAllowed(caller: Caller, request: Request): Promise<boolean> {
  const { action, resource, context = {} } = known(request)
  const [resourcePolicy] = request.resourcePolicy ? about(action, request.resourcePolicy) : []
  const policies = caller.policies.flatMap((policy) => about(action, policy))
  // Without any statement about it, a request is denied.
  if (policies.length === 0 && !resourcePolicy) return false
  const simulated = await runSimulation(
    {
      request: {
        principal: caller.arn,
        action,
        resource: { resource, accountId: account },
        contextVariables: {
          'aws:PrincipalArn': caller.arn,
          'aws:PrincipalAccount': account,
          ...context,
        },
      },
      identityPolicies: policies.map((policy, index) => ({ name: `${index}`, policy })),
      serviceControlPolicies: [],
      resourceControlPolicies: [],
      ...(resourcePolicy && { resourcePolicy }),
    },
    {},
  )
  invariant(simulated.resultType === 'single', JSON.stringify(simulated))
  expect(simulated.result.ignoredContextKeys).toEqual([])
  return simulated.overallResult === 'Allowed'
}

/** The policy's statements about an action; the simulator spends most of its time on the others. */
function about(action: string, policy: PolicyDocument): PolicyDocument[] {
  const isNamed = (pattern: string) => {
    const expression = pattern.replaceAll('*', '.*').replaceAll('?', '.')
    return new RegExp(`^${expression}$`, 'i').test(action)
  }
  const statements = knownPolicy(policy).Statement.filter((s) => [s.Action].flat().some(isNamed))
  return statements.length > 0 ? [{ ...knownPolicy(policy), Statement: statements }] : []
}

const knownPolicies = new WeakMap<PolicyDocument, PolicyDocument>()

function knownPolicy(policy: PolicyDocument): PolicyDocument {
  const made = knownPolicies.get(policy) ?? known(policy)
  knownPolicies.set(policy, made)
  return made
}

/**
 * The simulator supports custom condition keys only with a slash before their name, so another such key replaces the
 * encryption context, both in policies and in requests.
 */
function known<Value>(value: Value): Value {
  return JSON.parse(
    JSON.stringify(value).replaceAll('kms:EncryptionContext:purpose', 'aws:PrincipalTag/purpose'),
  )
}
