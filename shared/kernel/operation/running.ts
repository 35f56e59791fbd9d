import type { Config } from './config.ts'

/**
 * Makes the services that an operation needs in addition to those that all of its kind are `given`. Called once per
 * process.
 */
type Needs<Services, Given> = (config: Config, given: Given) => Omit<Services, keyof Given>

export type Running<Services, Request, Decided, Given> = {
  /** Undefined if the given services are enough. */
  needs?: ((config: Config, given: Given) => object) | undefined
  /** Reads, and returns what to write; it writes nothing itself. */
  run(services: Services, request: Request): Promise<Decided>
}

export type Runs<Services, Request, Decided, Given> = {
  needs?: Needs<NoInfer<Services>, Given>
  run(services: Services, request: Request): Promise<Decided>
}

/** Refuses a definition without `needs` if the given services aren't enough. */
export type Complete<Services, Given> =
  Partial<Omit<Services, keyof Given>> extends Omit<Services, keyof Given>
    ? unknown
    : { needs: unknown }

/** All that an operation's `run` gets. */
export function servicesOf<Services, Given>(
  { needs }: Running<Services, never, unknown, Given>,
  config: Config,
  given: Given,
): Services & Given {
  // `Complete` makes sure that the rest of the services is what is needed.
  return { ...needs?.(config, given), ...given } as Services & Given
}
