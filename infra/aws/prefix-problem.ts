import { modes } from '../../shared/kernel/mode.ts'
import { machineNames } from '../../shared/kernel/operation/touches.ts'
import { modeQueues } from '../function-row.ts'
import { roleEnding, scheduleEnding, stackNames } from './constructs/names.ts'

/** Names of resources without the prefix, except those of functions. */
const otherNames: readonly string[] = [
  ...[
    ...stackNames,
    'iam-events',
    'visitor-limit',
    'alarms',
    'backups',
    'weekly',
    'payments',
    'cloudfront',
  ],
  ...['brief-caching', 'watch-KeyChanged', ...machineNames],
  ...Object.keys(modeQueues).flatMap((queue) => [queue, `${queue}-dead`]),
]

/** Names begin with it, such as `test-webhook-endpoint`, but no name equals the rest of one. */
const harmless = 'test'

/**
 * Returns why two deployments in an account could have the same names, undefined if they can't: with the prefixes `shop`
 * and `shop-operator`, a resource of the one may be called like a resource of the other. So no prefix ends with the
 * beginning of a name. Two names are then equal only if their prefixes are, whichever prefix the other deployment has.
 */
export function prefixProblem(
  prefix: string,
  functionNames: readonly string[],
): string | undefined {
  const roles = functionNames.map(roleEnding)
  const schedules = functionNames.flatMap((name) => modes.map((mode) => scheduleEnding(name, mode)))
  const names = [...functionNames, ...roles, ...schedules, ...otherNames]
  const parts = prefix.split('-')
  const endings = parts.slice(1).map((_, index) => parts.slice(index + 1).join('-'))
  const clash = endings.find(
    (ending) => ending !== harmless && names.some((name) => name.startsWith(`${ending}-`)),
  )
  if (clash === undefined) return undefined
  const other = prefix.slice(0, -clash.length - 1)
  return `The prefix ${prefix} could collide with a deployment that has the prefix ${other}, because names of resources begin with ${clash}, such as ${other}-${names.find((name) => name.startsWith(`${clash}-`))}. Choose another one, such as ${parts.join('')}.`
}
