import { check, type HealthCheck } from './health-check.ts'

type Move = {
  /** When new sessions were stopped; undefined if they aren't. */
  stop: { stoppedAt: Date } | undefined
  /** When addresses that new sessions would be assigned were last found in use; undefined if never. */
  usedFoundAt: Date | undefined
  /** Whether the table is a restored one, and `restore` has not ended. */
  isCopy: boolean
  moved: { endedAt: Date | null } | undefined
  /** Parts that were left out of the moved data and aren't entered again yet; null if nothing was moved. */
  missing: {
    walletIds: string[]
    chains: string[]
    notifiers: string[]
    providers: string[]
  } | null
}

/** A single find may be a stranger's coin; another instance would be found again within this time. */
const findShownMs = 7 * 86_400_000

/** No checks unless the instance was restored, moved or copied, and that hasn't ended. */
export function moveChecks(
  { stop, usedFoundAt, isCopy, moved, missing }: Move,
  now: Date,
): HealthCheck[] {
  const isUsed = usedFoundAt && now.getTime() - usedFoundAt.getTime() < findShownMs
  const stopped = stop && check('bad', 'intake_stopped', { since: stop.stoppedAt.toISOString() })
  const notRun = isCopy && !stop ? check('bad', 'restore_not_run') : undefined
  const notEnded = moved?.endedAt === null ? check('bad', 'import_not_ended') : undefined
  const { walletIds = [], chains = [], notifiers = [], providers = [] } = missing ?? {}
  return [
    ...(stopped ? [stopped] : []),
    ...(isUsed ? [check('warn', 'addresses_in_use', { since: usedFoundAt.toISOString() })] : []),
    ...(notRun ? [notRun] : []),
    ...(notEnded ? [notEnded] : []),
    ...walletIds.map((of) => check('bad', 'left_out_wallet', { of })),
    ...chains.map((of) => check('bad', 'left_out_network', { of })),
    ...notifiers.map((of) => check('warn', 'left_out_notifier', { of })),
    ...providers.map((of) => check('warn', 'left_out_provider', { of })),
  ]
}
