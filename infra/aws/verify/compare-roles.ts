import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import type { PlannedResource, PlannedStack } from './read-assembly.ts'
import type { signedRequest } from './signed-request.ts'

type Credentials = Parameters<typeof signedRequest>[0]['credentials']

const policies = z.array(z.object({ PolicyName: z.string(), PolicyDocument: z.unknown() }))
const attachedPolicy = z.object({
  ...policies.element.shape,
  Roles: z.array(z.unknown()).default([]),
})

/** The policies of a stack that are resources of their own, by the role that has them. */
export function policiesOfRole(
  resources: PlannedStack['resources'],
  role: string,
): z.output<typeof policies> {
  return Object.values(resources)
    .filter(({ Type }) => Type === 'AWS::IAM::Policy')
    .map(({ Properties }) => attachedPolicy.parse(Properties))
    .filter(({ Roles }) => Roles.some((each) => isDeepStrictEqual(each, { Ref: role })))
}

/** Returns how a role differs: its policies, those of others that it has, and who may assume it. */
export async function compareRole(
  request: typeof signedRequest,
  { Properties }: Pick<PlannedResource, 'Properties'>,
  { id, credentials }: { id: string; credentials: Credentials },
): Promise<string[] | undefined> {
  const ask = (Action: string, more: Readonly<Record<string, string>> = {}) =>
    request({
      service: 'iam',
      credentials,
      path: '/',
      query: { Action, Version: '2010-05-08', RoleName: id, ...more },
    })
  const role = await ask('GetRole')
  if (role === undefined) return undefined
  const inline = valuesIn(await allPages(ask, 'ListRolePolicies'), 'member')
  const attached = valuesIn(await allPages(ask, 'ListAttachedRolePolicies'), 'PolicyArn')
  const documents = new Map<string, unknown>()
  for (const PolicyName of inline) {
    const text = await ask('GetRolePolicy', { PolicyName })
    documents.set(PolicyName, documentIn(text, 'PolicyDocument'))
  }
  const { Policies = [], ManagedPolicyArns = [], AssumeRolePolicyDocument } = Properties
  const planned = new Map(
    policies.parse(Policies).map(({ PolicyName, PolicyDocument }) => [PolicyName, PolicyDocument]),
  )
  const names = new Set([...planned.keys(), ...documents.keys()])
  return [
    ...[...names]
      .filter((name) => !isSamePolicy(planned.get(name), documents.get(name)))
      .map((name) => `policy ${name}`),
    ...z
      .array(z.unknown())
      .parse(ManagedPolicyArns)
      .filter((arn) => !attached.includes(String(arn)))
      .map((arn) => `lacks ${arn}`),
    ...attached
      .filter((arn) => !z.array(z.unknown()).parse(ManagedPolicyArns).includes(arn))
      .map((arn) => `has ${arn}`),
    ...(isSamePolicy(AssumeRolePolicyDocument, documentIn(role, 'AssumeRolePolicyDocument'))
      ? []
      : ['who may assume it']),
  ]
}

type Ask = (Action: string, more?: Readonly<Record<string, string>>) => Promise<string | undefined>

/** IAM may return fewer than it has, and then says where the rest begins. */
async function allPages(ask: Ask, action: string): Promise<string> {
  const pages: string[] = []
  let marker: string | undefined
  do {
    const page = (await ask(action, marker === undefined ? {} : { Marker: marker })) ?? ''
    pages.push(page)
    marker = valuesIn(page, 'Marker')[0]
  } while (marker !== undefined)
  return pages.join('')
}

/** Whether two policies say the same: a list of one may be written as one, and the order says nothing. */
export function isSamePolicy(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(inOrder(one), inOrder(other))
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) {
    const each = value.map(inOrder)
    return each.length === 1
      ? each[0]
      : each.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, each]) => [key, inOrder(each)] as const)
  return Object.fromEntries(entries.toSorted(([a], [b]) => a.localeCompare(b)))
}

function valuesIn(xml: string, element: string): string[] {
  return [...xml.matchAll(new RegExp(`<${element}>([^<]+)</${element}>`, 'g'))].map(
    ([, value = '']) => value,
  )
}

/** IAM encodes documents as a part of a URL. */
function documentIn(xml: string | undefined, element: string): unknown {
  const [text] = valuesIn(xml ?? '', element)
  if (text === undefined) return undefined
  return JSON.parse(
    text.startsWith('%') ? decodeURIComponent(text) : text.replaceAll('&quot;', '"'),
  )
}
