import { Aws } from 'aws-cdk-lib'
import {
  AccountRootPrincipal,
  AnyPrincipal,
  Effect,
  PolicyDocument,
  PolicyStatement,
} from 'aws-cdk-lib/aws-iam'
import { type KmsPurpose, kmsPurposes } from '../../../shared/kernel/operation/touches.ts'
import type { FunctionRow } from '../../function-row.ts'
import type { Names } from './names.ts'

/** Everything to manage the key, but nothing to decrypt. Grants are left out because they would bypass this policy. */
const administration = [
  'kms:CancelKeyDeletion',
  'kms:CreateAlias',
  'kms:DeleteAlias',
  'kms:DescribeKey',
  'kms:DisableKey',
  'kms:EnableKey',
  'kms:EnableKeyRotation',
  'kms:GetKeyPolicy',
  'kms:GetKeyRotationStatus',
  'kms:ListGrants',
  'kms:ListKeyPolicies',
  'kms:ListKeyRotations',
  'kms:ListResourceTags',
  'kms:PutKeyPolicy',
  'kms:RevokeGrant',
  'kms:RotateKeyOnDemand',
  'kms:ScheduleKeyDeletion',
  'kms:TagResource',
  'kms:UntagResource',
  'kms:UpdateAlias',
  'kms:UpdateKeyDescription',
  'kms:DisableKeyRotation',
]

const directions = {
  encrypts: { allowed: ['kms:GenerateDataKey'], all: ['kms:Encrypt', 'kms:GenerateDataKey*'] },
  decrypts: {
    allowed: ['kms:Decrypt'],
    all: ['kms:Decrypt', 'kms:ReEncryptFrom', 'kms:ReEncryptTo'],
  },
} as const

type Direction = keyof typeof directions
type Functions = Readonly<Record<string, FunctionRow>>

/**
 * Defines who can use the key for which purpose. The account itself only administers the key, so no other IAM policy can
 * grant its use. For each purpose, one Allow and one Deny list the roles of the functions whose rows name the purpose.
 */
export function keyPolicy(functions: Functions, names: Names): PolicyDocument {
  return new PolicyDocument({
    statements: [
      new PolicyStatement({
        sid: 'AdministerOnly',
        principals: [new AccountRootPrincipal()],
        actions: administration,
        resources: ['*'],
      }),
      ...kmsPurposes.flatMap((purpose) => [
        ...purposeStatements('encrypts', purpose, { functions, names }),
        ...purposeStatements('decrypts', purpose, { functions, names }),
      ]),
      nothingElse,
      noGrants,
    ],
  })
}

function purposeStatements(
  direction: Direction,
  purpose: KmsPurpose,
  { functions, names }: { functions: Functions; names: Names },
): PolicyStatement[] {
  const roles = Object.entries(functions)
    .filter(([, { touches }]) => touches[direction]?.includes(purpose))
    .map(([name]) => names.roleArn(name))
  const forPurpose = { StringEquals: { 'kms:EncryptionContext:purpose': purpose } }
  const { allowed, all } = directions[direction]
  const deny = new PolicyStatement({
    sid: sidOf('OnlyTheseRoles', direction, purpose),
    effect: Effect.DENY,
    principals: [new AnyPrincipal()],
    actions: [...all],
    resources: ['*'],
    // Without any role, this denies everyone.
    conditions: {
      ...forPurpose,
      ...(roles.length > 0 && { ArnNotEquals: { 'aws:PrincipalArn': roles } }),
    },
  })
  if (roles.length === 0) return [deny]
  const allow = new PolicyStatement({
    sid: sidOf('TheseRoles', direction, purpose),
    // Not the roles themselves: they are created after the key, and a policy can only name existing principals.
    principals: [new AccountRootPrincipal()],
    actions: [...allowed],
    resources: ['*'],
    conditions: { ...forPurpose, ArnEquals: { 'aws:PrincipalArn': roles } },
  })
  return [allow, deny]
}

const cryptography = ['kms:Decrypt', 'kms:Encrypt', 'kms:GenerateDataKey*', 'kms:ReEncrypt*']

/** Also matches a missing purpose: negated operators are true if the key is absent. */
const nothingElse = new PolicyStatement({
  sid: 'NothingWithoutAKnownPurpose',
  effect: Effect.DENY,
  principals: [new AnyPrincipal()],
  actions: cryptography,
  resources: ['*'],
  conditions: { StringNotEquals: { 'kms:EncryptionContext:purpose': [...kmsPurposes] } },
})

const noGrants = new PolicyStatement({
  sid: 'NoGrants',
  effect: Effect.DENY,
  principals: [new AnyPrincipal()],
  actions: ['kms:CreateGrant'],
  resources: ['*'],
  conditions: { StringEquals: { 'aws:PrincipalAccount': Aws.ACCOUNT_ID } },
})

/** `OnlyTheseRolesDecryptAppSecrets`. */
function sidOf(who: string, direction: Direction, purpose: KmsPurpose): string {
  const words = [direction.slice(0, -1), ...purpose.split('-')]
  return who + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
