import type { DashboardGiven } from '../shared/kernel/operation/operator-operation.ts'
import type { Table } from '../shared/kernel/store/table.ts'

/** Services that a test gives to an operation of the dashboard: all that it `needs`, and others that it uses. */
export type Given<Services> = { table: Table } & Omit<Services, keyof DashboardGiven> &
  Partial<DashboardGiven>

const notGiven = (what: string) => () => {
  throw new Error(`The test gives no ${what}.`)
}

const rest = { now: notGiven('clock'), randomBytes: notGiven('random bytes'), isLocal: false }

export function allGiven<Services>(services: Given<Services>): Services & DashboardGiven {
  return { ...rest, ...services } as Services & DashboardGiven
}
