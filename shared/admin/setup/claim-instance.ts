import * as z from 'zod'
import { clientNetwork } from '../../http/rules/client-network.ts'
import { visitorLimits } from '../../http/rules/visitor-limits.ts'
import { modes } from '../../kernel/mode.ts'
import { visitorOperation } from '../../kernel/operation/visitor-operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Write } from '../../kernel/store/transact.ts'
import { email } from '../../kernel/wire/email.ts'
import { firstSettings, loadStoredSettings } from '../../records/settings/store/settings.ts'
import { baseUrl } from '../../records/settings/wire/base-url.ts'
import { peopleAudit } from '../operators/account/own-account.ts'
import { newOperator } from '../operators/new-operator.ts'
import { startSignIn } from '../operators/sign-in/start-sign-in.ts'
import { loadStaff } from '../operators/store/operators.ts'
import { setupTokenUse } from '../operators/store/setup-token.ts'
import { newPassword, personName } from '../operators/wire/password.ts'
import { checkSetupToken } from './check-setup-token.ts'
import { refuseSetup } from './rules/setup-refusals.ts'

const claimed = z.object({ signedIn: z.literal(true) })

export const claimInstance = visitorOperation({
  name: 'claim-instance',
  input: z.strictObject({
    setupToken: z.string().max(200),
    name: personName,
    email,
    password: newPassword,
  }),
  output: claimed,
  touches: {
    table: 'write',
    administers: ['setup-token', 'settings', 'operators', 'sign-ins', 'credentials', 'audit-log'],
  },
  limits: { memoryMb: 1769 },
  docs: { summary: 'Create the owner of an instance that nobody has claimed' },
  /** Works once, with the setup token. The owner is signed in, and still has to add a second factor. */
  async run(services, { input, client, origin, limit }) {
    await limit({
      subject: `claim ${clientNetwork(client.address)}`,
      most: visitorLimits.perMinute.claims,
    })
    const { setupToken, ...person } = input
    await checkSetupToken(services.table, setupToken)
    const staff = await loadStaff(services.table)
    if (staff.version > 0) throw alreadyClaimed()
    const { operator, writes } = await newOperator(services, staff, {
      ...person,
      role: 'owner',
      passwordAlone: false,
    })
    const { writes: signIn, cookie } = startSignIn(services, operator, { method: 'claim', client })
    const { id, email: target } = operator
    const { address } = client
    const findActor = async () => ({ kind: 'operator', id, email: target, address }) as const
    const change = { action: 'operator.claim', target, outcome: 'owner' } as const
    return {
      writes: [
        setupTokenUse(),
        ...writes,
        ...signIn,
        ...(await addressWrites(services.table, origin)),
        await peopleAudit(services, { findActor }, change),
      ],
      cookie,
      result: { signedIn: true } as const,
      conflict: alreadyClaimed,
    }
  },
})

/** The page's own address, unless the deployment has registered one: passkeys are made for it. */
async function addressWrites(table: Table, origin: string | undefined): Promise<Write[]> {
  const stored = await loadStoredSettings(table, 'live')
  const parsed = baseUrl.safeParse(origin)
  if (stored.baseUrl !== undefined || !parsed.success) return []
  return modes.map((mode) => firstSettings(table, mode, { baseUrl: parsed.data }))
}

const alreadyClaimed = () => refuseSetup('already_claimed')
