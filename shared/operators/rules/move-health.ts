import { check, type HealthCheck } from './health-check.ts'

type Move = {
  /** Since when new sessions are refused; undefined if they are not. */
  stop: { stoppedAt: Date } | undefined
  /** Whether the table is a restored one, and `restore` has not ended. */
  isCopy: boolean
  moved: { endedAt: Date | null } | undefined
  /** What was left out of the moved data, and is not entered again; null if nothing was moved. */
  missing: {
    walletIds: string[]
    chains: string[]
    notifiers: string[]
    providers: string[]
  } | null
}

/** Nothing at all, unless the instance was restored or moved and that has not ended. */
export function moveChecks({ stop, isCopy, moved, missing }: Move): HealthCheck[] {
  const stopped = stop && check('bad', 'intake_stopped', { since: stop.stoppedAt.toISOString() })
  const notRun = isCopy && !stop ? check('bad', 'restore_not_run') : undefined
  const notEnded = moved?.endedAt === null ? check('bad', 'import_not_ended') : undefined
  const { walletIds = [], chains = [], notifiers = [], providers = [] } = missing ?? {}
  return [
    ...(stopped ? [stopped] : []),
    ...(notRun ? [notRun] : []),
    ...(notEnded ? [notEnded] : []),
    ...walletIds.map((of) => check('bad', 'left_out_wallet', { of })),
    ...chains.map((of) => check('bad', 'left_out_network', { of })),
    ...notifiers.map((of) => check('warn', 'left_out_notifier', { of })),
    ...providers.map((of) => check('warn', 'left_out_provider', { of })),
  ]
}
