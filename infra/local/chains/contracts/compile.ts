import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import solc from 'solc'
import * as z from 'zod'

/**
 * Writes the JSON files of this folder: the contracts compiled from the sources beside it, and viem's Multicall3.
 * Run it after a change of a source: `node infra/local/chains/contracts/compile.ts`.
 */
const folder = dirname(fileURLToPath(import.meta.url))
const sources = { TestUsdc: 'test-usdc.json', PriceFeed: 'price-feed.json' } as const

const compilerOutput = z.object({
  errors: z.array(z.object({ severity: z.string(), formattedMessage: z.string() })).default([]),
  contracts: z
    .record(
      z.string(),
      z.record(
        z.string(),
        z.object({
          abi: z.array(z.unknown()),
          evm: z.object({ bytecode: z.object({ object: z.string() }) }),
        }),
      ),
    )
    .default({}),
})

function compile(contract: string): { abi: unknown[]; bytecode: string } {
  const file = `${contract}.sol`
  const input = {
    language: 'Solidity',
    sources: { [file]: { content: readFileSync(join(folder, file), 'utf8') } },
    settings: {
      evmVersion: 'prague',
      optimizer: { enabled: true, runs: 1 },
      // Without the hash of the sources' metadata, a changed comment changes no bytecode.
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  }
  const output = compilerOutput.parse(JSON.parse(solc.compile(JSON.stringify(input))))
  const compiled = output.contracts[file]?.[contract]
  if (output.errors.length > 0 || !compiled) {
    throw new Error(output.errors.map((error) => error.formattedMessage).join('\n'))
  }
  return { abi: compiled.abi, bytecode: `0x${compiled.evm.bytecode.object}` }
}

/** viem has the bytecode to deploy Multicall3 but exports no path to it. */
async function multicall3(): Promise<{ bytecode: string }> {
  const viem = dirname(createRequire(import.meta.url).resolve('viem/package.json'))
  const constants = pathToFileURL(join(viem, '_esm/constants/contracts.js')).href
  const { multicall3Bytecode } = z
    .object({ multicall3Bytecode: z.string().startsWith('0x') })
    .parse(await import(constants))
  return { bytecode: multicall3Bytecode }
}

function write(file: string, artifact: object): void {
  writeFileSync(join(folder, file), `${JSON.stringify(artifact, null, 2)}\n`)
}

for (const [contract, file] of Object.entries(sources)) write(file, compile(contract))
write('multicall3.json', await multicall3())
