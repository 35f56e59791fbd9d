import type { Parameters } from '../infra/local/aws/ssm/parameters.ts'

/** Parameters of this process, which `clear` forgets: what an instance has seen, another one has not. */
export function memoryParameters(): Parameters & { clear: () => void } {
  const values = new Map<string, string>()
  return {
    find: (name) => values.get(name),
    save: (name, value) => void values.set(name, value),
    clear: () => values.clear(),
    close: () => undefined,
  }
}
