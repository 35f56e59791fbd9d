import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { english, generateMnemonic } from 'viem/accounts'
import * as z from 'zod'
import type { Mode } from '../../shared/kernel/mode.ts'
import type { Runner } from './command-runner.ts'

const created = z.object({ key: z.string() })

/** Sets the instance up as its owner does, and returns an API key of each mode. */
export async function setUp(
  npm: Runner,
  { folder, baseUrl }: { folder: string; baseUrl: string },
): Promise<Record<Mode, string>> {
  const operate = (...args: string[]) =>
    npm(['run', '--silent', 'operate', '--', ...args], { FUNCTION_PREFIX: 'quittance-' })
  const file = join(folder, 'setup.json')
  const owner = { email: 'owner@example.com', password: 'a password of an emulator' }
  const mnemonic = generateMnemonic(english)
  await writeFile(file, JSON.stringify({ baseUrl, mnemonic, mnemonicIsNew: true, owner }))
  await operate('setup', '--file', file)
  const createKey = async (mode: Mode) => {
    const output = await operate('keys', 'create', '--mode', mode, '--name', 'journeys', '--json')
    return created.parse(JSON.parse(output)).key
  }
  return { test: await createKey('test'), live: await createKey('live') }
}
