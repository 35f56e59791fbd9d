import { namesOf } from '../constructs/names.ts'
import { iamRegion, isFarFromIam } from '../stacks/iam-events-stack.ts'

/** A stack of a deployment. */
export type PlacedStack = { name: string; region: string }

/** All stacks of a deployment in the order in which they can be deleted: what others refer to comes last. */
export function stacksToDelete(prefix: string, homeRegion: string): PlacedStack[] {
  const inner = [
    'pages',
    'dashboard',
    'checkout',
    'api',
    'operator-payments',
    'operator',
    'workers',
  ]
  const home = (name: string) => ({ name: `${prefix}-${name}`, region: homeRegion })
  const far = isFarFromIam(homeRegion)
    ? [{ name: `${namesOf(prefix).iamEventsStack}-${homeRegion}`, region: iamRegion }]
    : []
  return [...inner.map(home), ...far, home('foundation')]
}
