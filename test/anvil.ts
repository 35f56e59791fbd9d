import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { anvilBinary } from '../infra/local/chains/anvil-binary.ts'
import { shortenWay } from './local-rpc.ts'

export type Anvil = { rpcUrl: string; stop: () => Promise<void> }

/**
 * Starts a separate EVM node on a free port. `options` are anvil's flags. It mines a block per transaction by default.
 */
export async function startAnvil({
  options = [],
}: {
  options?: readonly string[]
} = {}): Promise<Anvil> {
  const node = spawn(anvilBinary(), ['--port', '0', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(node, 'exit')
  const forget = killAtEnd(node)
  const rpcUrl = await Promise.race([
    listeningUrl(node.stdout),
    exited.then(() => Promise.reject(new Error('anvil ended before it listened'))),
  ])
  const way = shortenWay(rpcUrl)
  return {
    rpcUrl,
    async stop() {
      way.close()
      forget()
      node.kill('SIGINT')
      await exited
    },
  }
}

const running = new Set<ChildProcess>()

/** Runs however this process ends: Vitest ends its workers by a signal. */
function killAtEnd(node: ChildProcess): () => void {
  if (!running.size) for (const end of ends) process.on(end, killRunning)
  running.add(node)
  return () => {
    running.delete(node)
    if (!running.size) for (const end of ends) process.off(end, killRunning)
  }
}

const ends = ['exit', 'SIGTERM'] as const

function killRunning(end: number | string): void {
  for (const node of running) node.kill('SIGKILL')
  if (typeof end === 'number') return
  process.off(end, killRunning)
  process.kill(process.pid, end)
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
