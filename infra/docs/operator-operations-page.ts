import type { Operation } from '../../shared/kernel/operation/operation.ts'
import { operatorOperations } from '../../shared/operator-operations.ts'

export function operatorOperationsPage(): string {
  return [...head, ...operatorOperations.map(line), ''].join('\n')
}

const head = [
  '# What operators can do',
  '',
  '<!-- Generated from shared/operator-operations.ts by npm run docs. -->',
  '',
  'Each operation needs at least the role, and, if it says so, a proof in its request: a passkey signs the operation and its input,',
  'or a password and a code confirm it once. The first-run wizard needs one proof for its steps. A viewer only reads, and is shown',
  'no secrets. Commands are of `npm run operate --`, which AWS authorizes: there, roles do not apply.',
  '',
  '| operation | does | role | proof | dashboard | command |',
  '| --- | --- | --- | --- | --- | --- |',
]

function line({ name, docs, caller, command }: Operation): string {
  if (caller.kind !== 'operator') throw new Error(`${name} is an operators' operation`)
  const cells = [
    `\`${name}\``,
    docs.summary,
    caller.role,
    caller.proof === 'none' ? '' : caller.proof,
    caller.doors.includes('dashboard') ? 'yes' : '',
    command === null ? '' : `\`${command}\``,
  ]
  return `| ${cells.join(' | ')} |`
}
