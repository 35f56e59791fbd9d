import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import * as z from 'zod'
import { type RandomBytes, uniformCharacters } from '../../../shared/kernel/ids.ts'
import { writeJsonFile } from '../../json-file.ts'
import { readDataFile } from '../read-data-file.ts'

const walletFile = z.object({
  mnemonic: z.string(),
  /** True until an instance has been set up with it. */
  mnemonicIsNew: z.boolean().default(false),
})

const seedFile = z.object({
  setupToken: z.string(),
  owner: z.object({ email: z.string(), password: z.string() }),
  apiKeys: z.object({ test: z.string().optional(), live: z.string().optional() }),
  /** Whether the providers' stand-ins have accounts. Later changes by the operator stay. */
  hasProviders: z.boolean().default(false),
})

type Wallet = z.output<typeof walletFile>

/** Generated at the first start, and stored, so that an interrupted start continues with the same values. */
export type Seed = z.output<typeof seedFile> & Wallet

/** Returns the seed of an earlier start, or undefined before the first. */
export async function readSeed(dataDir: string): Promise<Seed | undefined> {
  const [wallet, seed] = await Promise.all([
    readWallet(dataDir),
    readDataFile(seedPath(dataDir), seedFile),
  ])
  return wallet && seed && { ...seed, ...wallet }
}

export async function loadSeed(dataDir: string, randomBytes: RandomBytes): Promise<Seed> {
  const present = await readSeed(dataDir)
  if (present) return present
  // A start may have ended between the two files.
  const wallet = await readWallet(dataDir)
  const seed = { ...newSeed(randomBytes), ...wallet }
  await saveSeed(dataDir, seed)
  return seed
}

/** A folder from an earlier version has the wallet in the seed's file, until that is saved again. */
async function readWallet(dataDir: string): Promise<Wallet | undefined> {
  const own = await readDataFile(walletPath(dataDir), walletFile)
  if (own) return own
  const earlier = await readDataFile(seedPath(dataDir), walletFile.partial())
  return earlier?.mnemonic === undefined ? undefined : walletFile.parse(earlier)
}

/** The mnemonic has its own file, and is in plaintext nowhere else. */
export async function saveSeed(
  dataDir: string,
  { mnemonic, mnemonicIsNew, ...seed }: Seed,
): Promise<void> {
  await writeJsonFile(walletPath(dataDir), { mnemonic, mnemonicIsNew })
  await writeJsonFile(seedPath(dataDir), seed)
}

function walletPath(dataDir: string): string {
  return join(dataDir, 'wallet.json')
}

function seedPath(dataDir: string): string {
  return join(dataDir, 'seed.json')
}

const passwordAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'

function newSeed(randomBytes: RandomBytes): Seed {
  const text = (length: number) => uniformCharacters(length, passwordAlphabet, randomBytes)
  return {
    setupToken: text(32),
    mnemonic: generateMnemonic(wordlist),
    mnemonicIsNew: true,
    owner: { email: 'owner@localhost.test', password: text(20) },
    apiKeys: {},
    hasProviders: false,
  }
}

export function notifierTokenOf({ setupToken }: Pick<Seed, 'setupToken'>): string {
  return createHash('sha256').update(`notifier:${setupToken}`).digest('hex')
}
