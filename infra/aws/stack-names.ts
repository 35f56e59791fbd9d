import { namesOf, stackNames } from './constructs/names.ts'
import { globalRegion, hasGlobalRegion } from './global-region.ts'
import { isFarFromIam } from './stacks/iam-events-stack.ts'

export type PlacedStack = { name: string; region: string }

/** All stacks of a deployment in the order in which they can be deleted: what others refer to comes last. */
export function stacksToDelete(prefix: string, homeRegion: string): PlacedStack[] {
  const home = stackNames.map((name) => ({ name: `${prefix}-${name}`, region: homeRegion }))
  const [foundation, ...others] = home
  const { iamEventsStack, visitorLimitStack } = namesOf(prefix)
  const inGlobalRegion = (name: string) => ({ name, region: globalRegion })
  return [
    ...others.toReversed(),
    ...(hasGlobalRegion(homeRegion) ? [inGlobalRegion(visitorLimitStack(homeRegion))] : []),
    ...(isFarFromIam(homeRegion) ? [inGlobalRegion(iamEventsStack(homeRegion))] : []),
    ...(foundation ? [foundation] : []),
  ]
}
