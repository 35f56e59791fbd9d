import * as z from 'zod'
import { operatorOperation } from '../../../kernel/operation/operator-operation.ts'
import { roles } from '../../../kernel/roles.ts'
import { timestamp } from '../../../kernel/wire/primitives.ts'
import { listInvitations } from '../store/invitations.ts'
import { loadStaff } from '../store/operators.ts'
import { listSignIns } from '../store/sign-ins.ts'

const listed = z.object({
  operators: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      role: z.enum(roles),
      hasSecondFactor: z.boolean(),
      /** In a sign-in that has not ended; null without one. */
      lastSeenAt: timestamp.nullable(),
      createdAt: timestamp,
    }),
  ),
  invitations: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      role: z.enum(roles),
      /** Whether it restores the access of an operator. */
      isReset: z.boolean(),
      expiresAt: timestamp,
    }),
  ),
})

export type ListedOperators = z.infer<typeof listed>

export const listOperators = operatorOperation({
  name: 'list-operators',
  role: 'owner',
  command: 'operators list',
  input: z.strictObject({}),
  output: listed,
  touches: { table: 'read' },
  docs: { summary: 'List who can sign in, and who is invited' },
  async run({ table, now }, _) {
    const { operators } = await loadStaff(table)
    const [invitations, seen] = await Promise.all([
      listInvitations(table, now()),
      Promise.all(operators.map((operator) => listSignIns(table, operator, now()))),
    ])
    return {
      result: {
        operators: operators.map(
          ({ id, name, email, role, hasSecondFactor, createdAt }, index) => ({
            id,
            name,
            email,
            role,
            hasSecondFactor,
            lastSeenAt: latest(seen[index] ?? []),
            createdAt: createdAt.toISOString(),
          }),
        ),
        invitations: invitations.map(({ id, email, role, operatorId, expiresAt }) => ({
          id,
          email,
          role,
          isReset: operatorId !== null,
          expiresAt: expiresAt.toISOString(),
        })),
      },
    }
  },
})

function latest(signIns: readonly { lastSeenAt: Date }[]): string | null {
  return (
    signIns
      .map(({ lastSeenAt }) => lastSeenAt.toISOString())
      .toSorted()
      .at(-1) ?? null
  )
}
