import { type FactorStopped, stopFactor } from '../../shared/admin/operators/account/stop-factor.ts'
import {
  type ListedOperators,
  listOperators,
} from '../../shared/admin/operators/people/list-operators.ts'
import { type AccessReset, resetAccess } from '../../shared/admin/operators/people/reset-access.ts'
import { type Command, commandOf } from './command.ts'
import { textTable } from './text-table.ts'

export const operatorCommands: readonly Command[] = [
  commandOf(listOperators, { text: listText }),
  commandOf(resetAccess, { text: resetText }),
  commandOf(stopFactor, { text: stoppedText }),
]

function listText({ operators, invitations }: ListedOperators): string {
  if (operators.length === 0)
    return 'Nobody can sign in yet: claim the instance with its setup token.'
  const rows = operators.map(({ id, email, role, hasSecondFactor, lastSeenAt }) => [
    ...[id, email, role, hasSecondFactor ? 'yes' : 'no', lastSeenAt ?? '-'],
  ])
  const invited = invitations.map(
    ({ email, role, expiresAt }) => `${email} is invited as ${role} until ${expiresAt}.`,
  )
  return [textTable(['ID', 'EMAIL', 'ROLE', 'SECOND FACTOR', 'LAST SEEN'], rows), ...invited].join(
    '\n',
  )
}

function resetText({ email, link, expiresAt }: AccessReset): string {
  return [
    `The password, passkeys and codes of ${email} are void, and all of their sign-ins have ended.`,
    `They get back in with this link, once, until ${expiresAt}. It is not shown again:`,
    '',
    link,
  ].join('\n')
}

function stoppedText({ email, name, hasSecondFactor }: FactorStopped): string {
  const left = hasSecondFactor
    ? 'They sign in with another factor.'
    : 'They sign in with the password and a recovery code, and add another factor.'
  const what = name === 'totp' ? 'authenticator app' : `passkey ${name}`
  return `The ${what} of ${email} counts no more, and all of their sign-ins have ended. ${left}`
}
