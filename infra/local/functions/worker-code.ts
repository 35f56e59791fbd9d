import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

let code: Promise<string> | undefined

/**
 * The program of a function's thread as plain JavaScript. As TypeScript, each thread would load Node's own compiler
 * for it: 6 MB and 20 ms, times the number of functions.
 */
export function workerCode(): Promise<string> {
  code ??= bundleWorker()
  return code
}

async function bundleWorker(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./worker.ts', import.meta.url))],
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node24',
    write: false,
  })
  return outputFiles.map((file) => file.text).join('')
}
