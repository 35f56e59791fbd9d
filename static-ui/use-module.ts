import { useEffect, useState } from 'preact/hooks'

/** Loads a part of the page when it is first shown; undefined until then, and if it can't be loaded. */
export function useModule<Module>(load: () => Promise<Module>): Module | undefined {
  const [module, setModule] = useState<Module>()
  useEffect(() => {
    load().then(
      (loaded) => setModule(() => loaded),
      () => undefined,
    )
  }, [])
  return module
}
