import * as z from 'zod'
import { type Command, readArgs } from './command.ts'
import type { CallOperator } from './operator-functions.ts'

const answered = z.discriminatedUnion('state', [
  z.object({ state: z.literal('minted'), token: z.string() }),
  z.object({ state: z.literal('minted-before') }),
  z.object({ state: z.literal('claimed') }),
])

export type SetupTokenAnswer = z.output<typeof answered>

/** Asks the service for the token that claims it; `renew` replaces one that was lost. */
export async function askSetupToken(
  call: CallOperator,
  { renew }: { renew: boolean },
): Promise<SetupTokenAnswer> {
  const command = renew ? 'renew' : 'mint'
  return answered.parse(await call('operator-setup-token', { command }))
}

/** `setup-token [--renew]`. */
export const setupToken: Command = async (call, args) => {
  const { renew = false } = readArgs(args, { renew: { type: 'boolean' } }).values
  const data = await askSetupToken(call, { renew })
  return { data, text: describe(data) }
}

function describe(answer: SetupTokenAnswer): string {
  switch (answer.state) {
    case 'minted':
      return `${answer.token}\n\nKeep it until the set-up: it is not shown again.`
    case 'minted-before':
      return 'There is a setup token, which was shown when it was made. Add --renew for another one in its place.'
    case 'claimed':
      return 'The instance is set up, so there is nothing to claim.'
  }
}
