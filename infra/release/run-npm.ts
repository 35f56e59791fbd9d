import { execFileSync } from 'node:child_process'
import { repositoryRoot } from '../build/repository-root.ts'
import { OperateError } from '../operate/operate-error.ts'

/** Returns what npm printed, if that is piped. */
export function runNpm(
  args: readonly string[],
  stdout: 'inherit' | 'pipe',
  folder = repositoryRoot,
): string {
  try {
    const stdio: ['ignore', 'inherit' | 'pipe', 'inherit'] = ['ignore', stdout, 'inherit']
    // A shell finds npm.cmd on Windows.
    const printed: string | null = execFileSync('npm', args, {
      cwd: folder,
      encoding: 'utf8',
      stdio,
      shell: true,
      maxBuffer: 2 ** 28,
    })
    return printed ?? ''
  } catch (cause) {
    throw new OperateError(`npm ${args.join(' ')} failed. Nothing was published.`, { cause })
  }
}
