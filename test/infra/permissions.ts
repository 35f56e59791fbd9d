import { runSimulation } from '@cloud-copilot/iam-simulate'
import { expect } from 'vitest'
import * as z from 'zod'
import { invariant } from '../../shared/kernel/invariant.ts'
import { resourcesOf, type Template } from './synthesis.ts'

export const account = '111122223333'

const statement = z.looseObject({
  Effect: z.enum(['Allow', 'Deny']),
  Action: z.union([z.string(), z.array(z.string())]),
  Resource: z.unknown(),
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

const documents = z.object({
  PolicyDocument: policyDocument.optional(),
  KeyPolicy: policyDocument.optional(),
  Policies: z.array(z.object({ PolicyDocument: policyDocument })).default([]),
})

/** The statements of every policy in the templates, each with the resource that has it as `stack/logical ID`. */
export function allStatements(templates: ReadonlyMap<string, Template>) {
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
  const ofKey = request.resourcePolicy && about(request, request.resourcePolicy)
  const ofCaller = caller.policies.flatMap((policy) => about(request, policy) ?? [])
  // Without any statement about it, a request is denied.
  if (ofCaller.length === 0 && !ofKey) return false
  const { action, resource, context } = request
  const texts = [...ofCaller, ofKey].map((found) => found?.text ?? 'none')
  const name = nameIn(texts.join(), caller)
  const question = [name, action, resource, JSON.stringify(context), ...texts].join()
  const decision = decisions.get(question) ?? simulate(caller, request, { ofCaller, ofKey })
  decisions.set(question, decision)
  return await decision
}

/** Most functions have the same statements about a request, which are simulated once. */
const decisions = new Map<string, Promise<boolean>>()

/** A caller's name, unless the statements decide the same about whoever they don't name. */
function nameIn(statements: string, { arn }: Caller): string {
  const haveOnlyNames = !/role\/[^"]*[*?$]|:assumed-role|NotPrincipal/.test(statements)
  return haveOnlyNames && !statements.includes(arn) ? 'unnamed' : arn
}

type Relevant = { policy: PolicyDocument; text: string }

async function simulate(
  { arn }: Caller,
  { action, resource, context = {} }: Request,
  { ofCaller, ofKey }: { ofCaller: readonly Relevant[]; ofKey: Relevant | undefined },
): Promise<boolean> {
  const principal = { 'aws:PrincipalArn': arn, 'aws:PrincipalAccount': account }
  const simulated = await runSimulation(
    {
      request: {
        principal: arn,
        action,
        resource: { resource, accountId: account },
        contextVariables: { ...principal, ...known(context) },
      },
      identityPolicies: ofCaller.map(({ policy }, index) => ({ name: `${index}`, policy })),
      serviceControlPolicies: [],
      resourceControlPolicies: [],
      ...(ofKey && { resourcePolicy: ofKey.policy }),
    },
    {},
  )
  invariant(simulated.resultType === 'single', JSON.stringify(simulated))
  expect(simulated.result.ignoredContextKeys).toEqual([])
  return simulated.overallResult === 'Allowed'
}

/** The policy's statements about a request, if it has any; the simulator spends most of its time on the others. */
function about({ action, resource }: Request, policy: PolicyDocument): Relevant | undefined {
  const ofPolicy = relevant.get(policy) ?? new Map<string, Relevant | undefined>()
  relevant.set(policy, ofPolicy)
  const subject = `${action} ${resource}`
  if (!ofPolicy.has(subject)) ofPolicy.set(subject, select({ action, resource }, policy))
  return ofPolicy.get(subject)
}

const relevant = new WeakMap<PolicyDocument, Map<string, Relevant | undefined>>()

function select({ action, resource }: Request, policy: PolicyDocument): Relevant | undefined {
  const statements = policy.Statement.filter(
    ({ Action, Resource }) =>
      [Action].flat().some((pattern) => matches(pattern, action)) &&
      [Resource ?? '*'].flat().some((pattern) => matches(`${pattern}`, resource)),
  )
  if (statements.length === 0) return undefined
  const made = known({ ...policy, Statement: statements })
  return { policy: made, text: JSON.stringify(made) }
}

/** Letter case may matter, which the simulator decides. */
function matches(pattern: string, value: string): boolean {
  if (!/[*?]/.test(pattern)) return pattern.toLowerCase() === value.toLowerCase()
  const plain = pattern.replace(/[$().+[\]\\^{|}]/g, '\\$&')
  const expression = plain.replaceAll('*', '.*').replaceAll('?', '.')
  return new RegExp(`^${expression}$`, 'i').test(value)
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
