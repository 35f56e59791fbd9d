import { stop as stopEsbuild } from 'esbuild'
import { buildApart } from '../../build/build-apart.ts'
import {
  areFunctionsBuilt,
  buildFunctionsIfChanged,
  bundleFunctions,
  functionsFolder,
} from '../../build/build-functions.ts'
import { functions } from '../../functions.ts'

export type BundlesOnDemand = {
  /** Resolves once the function's bundle is built from the sources as they are. Rejects if it can't be. */
  prepare: (name: string) => Promise<unknown>
  /** Builds what is left, for this start and the next ones. */
  buildRest: () => Promise<void>
}

/**
 * Building all functions takes over ten seconds, and a start invokes a tenth of them. So each is built when it is first
 * invoked, until the rest has been built.
 */
export async function bundlesOnDemand(say: (step: string) => void): Promise<BundlesOnDemand> {
  if (await areFunctionsBuilt()) return { prepare: async () => undefined, buildRest: stopEsbuild }
  say('Building each function when it is first called, as their sources are new or have changed …')
  const builds = new Map<string, Promise<unknown>>()
  let areBuilt = false
  return {
    prepare: async (name) => {
      if (areBuilt) return
      const row = Object.entries(functions).find(([each]) => each === name)?.[1]
      const building =
        builds.get(name) ?? bundleFunctions(row ? { [name]: row } : {}, functionsFolder)
      builds.set(name, building)
      await building
    },
    buildRest: async () => {
      await buildFunctionsIfChanged(() => buildApart('functions'))
      areBuilt = true
      await Promise.allSettled(builds.values())
      // Its process would otherwise keep running.
      await stopEsbuild()
    },
  }
}
