import {
  GetParameterCommand,
  ParameterNotFound,
  PutParameterCommand,
  type SSMClient,
} from '@aws-sdk/client-ssm'
import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import type { PayoutWallet, SeenPayoutWallet } from '../rules/payout-wallet.ts'

type Of = Pick<PayoutWallet, 'mode' | 'chainId'>

/**
 * The payout wallets that the sweep has seen. Kept outside the table, so that nobody who writes the table, or restores
 * a backup of it, can bring back an earlier payout wallet.
 */
export type SeenPayoutWallets = {
  /** The highest; undefined before the first time. */
  find: (of: Of) => Promise<SeenPayoutWallet | undefined>
  /** Stores a higher one, which only the sweep may. Neither number ever falls; false if one would. */
  save: (of: Of, seen: SeenPayoutWallet) => Promise<boolean>
}

/** One parameter for each mode: by chain, version and `setIn`. At 4 KB, it has room for more than 150 chains. */
const codec = z.record(z.string(), z.tuple([z.int(), z.int()]))

type Deps = {
  ssm: SSMClient
  /** Prefix of the names of an instance's parameters. */
  path: string
  /** Id or ARN of the key that payout wallets are sealed with. */
  keyId: string
  /** For how long a reading is used again; by default, never. */
  freshMs?: number
}

export function seenPayoutWallets({ ssm, path, keyId, freshMs = 0 }: Deps): SeenPayoutWallets {
  // What was sealed with another key can't be put back.
  const nameOf = (mode: Mode) => `${path}${keyId.split('/').at(-1)}/${mode}`
  let last: Promise<unknown> = Promise.resolve()
  const fresh = new Map<Mode, { reading: ReturnType<typeof readParameter>; until: number }>()
  const read = (mode: Mode) => {
    const kept = fresh.get(mode)
    if (kept && kept.until > Date.now()) return kept.reading
    const reading = readParameter(ssm, nameOf(mode))
    fresh.set(mode, { reading, until: Date.now() + freshMs })
    reading.catch(() => fresh.delete(mode))
    return reading
  }
  const find: SeenPayoutWallets['find'] = async ({ mode, chainId }) => {
    const found = (await read(mode))[chainId]
    return found && { version: found[0], setIn: found[1] }
  }
  // A parameter can't be changed conditionally. If another run overwrites what was noted here, the next run notes it again.
  const store = async ({ mode, chainId }: Of, { version, setIn }: SeenPayoutWallet) => {
    const Name = nameOf(mode)
    const all = await readParameter(ssm, Name)
    const [highest, highestSetIn] = all[chainId] ?? [0, 0]
    if (version < highest || setIn < highestSetIn) return false
    const Value = JSON.stringify({ ...all, [chainId]: [version, setIn] })
    await ssm.send(new PutParameterCommand({ Name, Value, Type: 'String', Overwrite: true }))
    fresh.delete(mode)
    return true
  }
  return {
    find,
    save: (of, seen) => {
      const saved = last.then(() => store(of, seen))
      last = saved.catch(() => undefined)
      return saved
    },
  }
}

async function readParameter(ssm: SSMClient, Name: string): Promise<z.output<typeof codec>> {
  try {
    const { Parameter } = await ssm.send(new GetParameterCommand({ Name }))
    return codec.parse(JSON.parse(Parameter?.Value ?? ''))
  } catch (error) {
    if (error instanceof ParameterNotFound) return {}
    throw error
  }
}
