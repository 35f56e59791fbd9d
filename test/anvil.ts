import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { anvilBinary } from '../infra/local/chains/anvil-binary.ts'

export type Anvil = { rpcUrl: string; stop: () => Promise<void> }

/** An EVM node of its own on a free port; `options` are anvil's flags. It mines a block per transaction unless told not to. */
export async function startAnvil({
  options = [],
}: {
  options?: readonly string[]
} = {}): Promise<Anvil> {
  const node = spawn(anvilBinary(), ['--port', '0', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(node, 'exit')
  const kill = () => void node.kill('SIGKILL')
  process.once('exit', kill)
  const rpcUrl = await Promise.race([
    listeningUrl(node.stdout),
    exited.then(() => Promise.reject(new Error('anvil ended before it listened'))),
  ])
  return {
    rpcUrl,
    async stop() {
      process.off('exit', kill)
      node.kill('SIGINT')
      await exited
    },
  }
}

async function listeningUrl(output: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface({ input: output })
  for await (const line of lines) {
    const address = /Listening on (\S+)/.exec(line)?.[1]
    if (!address) continue
    output.resume()
    return `http://${address}`
  }
  throw new Error('anvil named no address')
}
