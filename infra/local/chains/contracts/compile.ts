import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import solc from 'solc'
import * as z from 'zod'

/**
 * Writes the JSON files in this folder and of the tests' contracts, each compiled from the source next to it, and viem's
 * Multicall3. After a change of a source, run `npm run contracts`.
 */
const folder = dirname(fileURLToPath(import.meta.url))
const testFolder = join(folder, '../../../../test/contracts')
const sources = [
  { folder, contract: 'TestUsdc', file: 'test-usdc.json' },
  { folder, contract: 'PriceFeed', file: 'price-feed.json' },
  { folder: testFolder, contract: 'TestToken', file: 'test-token.json' },
  { folder: testFolder, contract: 'TestNft', file: 'test-nft.json' },
  { folder: testFolder, contract: 'TestTether', file: 'test-tether.json' },
  { folder: testFolder, contract: 'TestOddToken', file: 'test-odd-token.json' },
  { folder: testFolder, contract: 'TestVault', file: 'test-vault.json' },
  { folder: testFolder, contract: 'TestWallet', file: 'test-wallet.json' },
] as const

/** `selfdestruct` is deprecated, but customers' contracts use it, so the tests do too. */
const acceptedWarnings: ReadonlySet<string> = new Set(['5159'])

const compilerOutput = z.object({
  errors: z.array(z.object({ errorCode: z.string(), formattedMessage: z.string() })).default([]),
  contracts: z
    .record(
      z.string(),
      z.record(
        z.string(),
        z.object({
          evm: z.object({ bytecode: z.object({ object: z.string() }) }),
        }),
      ),
    )
    .default({}),
})

function compile({ folder: from, contract }: (typeof sources)[number]): { bytecode: string } {
  const file = `${contract}.sol`
  const input = {
    language: 'Solidity',
    sources: { [file]: { content: readFileSync(join(from, file), 'utf8') } },
    settings: {
      evmVersion: 'prague',
      optimizer: { enabled: true, runs: 1 },
      // Without the metadata hash, a changed comment doesn't change the bytecode.
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
    },
  }
  const output = compilerOutput.parse(JSON.parse(solc.compile(JSON.stringify(input))))
  const compiled = output.contracts[file]?.[contract]
  const errors = output.errors.filter(({ errorCode }) => !acceptedWarnings.has(errorCode))
  if (errors.length > 0 || !compiled) {
    throw new Error(errors.map((error) => error.formattedMessage).join('\n'))
  }
  return { bytecode: `0x${compiled.evm.bytecode.object}` }
}

/** viem contains the bytecode that deploys Multicall3, but doesn't export it. */
async function multicall3(): Promise<{ bytecode: string }> {
  const viem = dirname(createRequire(import.meta.url).resolve('viem/package.json'))
  const constants = pathToFileURL(join(viem, '_esm/constants/contracts.js')).href
  const { multicall3Bytecode } = z
    .object({ multicall3Bytecode: z.string().startsWith('0x') })
    .parse(await import(constants))
  return { bytecode: multicall3Bytecode }
}

function write(path: string, artifact: object): void {
  writeFileSync(path, `${JSON.stringify(artifact, null, 2)}\n`)
}

for (const source of sources) write(join(source.folder, source.file), compile(source))
write(join(folder, 'multicall3.json'), await multicall3())
