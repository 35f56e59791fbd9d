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

type Builds = {
  areBuilt: () => Promise<boolean>
  one: (name: string) => Promise<unknown>
  all: () => Promise<unknown>
  /** Ends the bundler's process, which would otherwise keep running. */
  end: () => Promise<void>
}

const repositoryBuilds: Builds = {
  areBuilt: areFunctionsBuilt,
  one: (name) => {
    const row = Object.entries(functions).filter(([each]) => each === name)
    return bundleFunctions(Object.fromEntries(row), functionsFolder)
  },
  all: () => buildFunctionsIfChanged(() => buildApart('functions')),
  end: stopEsbuild,
}

/**
 * Building all functions takes over ten seconds, and a start invokes a tenth of them. So each is built when it is first
 * invoked, until the rest has been built.
 */
export async function bundlesOnDemand(
  say: (step: string) => void,
  builds = repositoryBuilds,
): Promise<BundlesOnDemand> {
  if (await builds.areBuilt()) return { prepare: async () => undefined, buildRest: builds.end }
  say('Functions are built when they are first called, as their sources are new or have changed …')
  const begun = new Map<string, Promise<unknown>>()
  let areBuilt = false
  return {
    prepare: async (name) => {
      if (areBuilt) return
      const building = begun.get(name) ?? builds.one(name)
      begun.set(name, building)
      await building
    },
    buildRest: async () => {
      await builds.all()
      areBuilt = true
      await Promise.allSettled(begun.values())
      await builds.end()
    },
  }
}
