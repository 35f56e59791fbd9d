import { invariant } from '../../shared/kernel/invariant.ts'
import { rows } from './function-rows.ts'
import {
  account,
  type Caller,
  functionRoles,
  isAllowed,
  type PolicyDocument,
  policyDocument,
  type Request,
} from './permissions.ts'
import { ownTemplates, resourcesOf } from './synthesis.ts'

let roles: Promise<ReadonlyMap<string, Caller>> | undefined

/** The role of each function of the service, by the function's name. */
export function ownRoles(): Promise<ReadonlyMap<string, Caller>> {
  roles ??= ownTemplates().then(functionRoles)
  return roles
}

/** Names of the functions that may do something, sorted. */
export async function whoMay(request: Request): Promise<string[]> {
  const responses = await Promise.all(
    rows.map(async ([name]) => ((await functionMay(name, request)) ? [name] : [])),
  )
  return responses.flat().sort()
}

/** Whether a function's own role allows the request. */
export async function functionMay(name: string, request: Request): Promise<boolean> {
  const role = (await ownRoles()).get(name)
  invariant(role, `${name} has a role`)
  return await isAllowed(role, request)
}

/** The service's key: its ARN, and the policy that is part of it. */
export async function ownKey(): Promise<{ key: string; keyPolicy: PolicyDocument }> {
  const [made] = resourcesOf(await ownTemplates(), 'AWS::KMS::Key')
  const keyPolicy = policyDocument.parse(made?.properties['KeyPolicy'])
  return { key: arn('kms', `key/${made?.logicalId}`), keyPolicy }
}

/** The ARN of the service's table. */
export async function ownTable(): Promise<string> {
  const [made] = resourcesOf(await ownTemplates(), 'AWS::DynamoDB::Table')
  return arn('dynamodb', `table/${made?.logicalId}`)
}

/** A request to the table, such as `PutItem`, about items in the given partition. */
export function itemRequest(table: string, action: string, partition: string): Request {
  return {
    action: `dynamodb:${action}`,
    resource: table,
    context: { 'dynamodb:LeadingKeys': [partition] },
  }
}

export function arn(service: string, resource: string): string {
  return `arn:aws:${service}:eu-central-1:${account}:${resource}`
}
