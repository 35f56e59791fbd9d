import { execFileSync, spawnSync } from 'node:child_process'
import { runInNewContext } from 'node:vm'

/** Runs what CloudFront runs: a script whose `handler` gets the event. */
type Run = (code: string, event: unknown) => unknown

const withNode: Run = (code, event) =>
  JSON.parse(runInNewContext(`${code}\nJSON.stringify(handler(${JSON.stringify(event)}))`))

/** CloudFront's runtime is based on njs, with the same small grammar. */
const withNjs: Run = (code, event) => {
  const script = `${code}\nconsole.log(JSON.stringify(handler(${JSON.stringify(event)})))`
  return JSON.parse(execFileSync('njs', ['-c', script], { encoding: 'utf8' }))
}

/** Node alone runs everywhere; njs is added where it is installed, as on Debian by `apt-get install njs`. */
export const edgeEngines: [string, Run][] = [
  ['Node', withNode],
  ...(spawnSync('njs', ['-v']).status === 0 ? [['njs', withNjs] satisfies [string, Run]] : []),
]
