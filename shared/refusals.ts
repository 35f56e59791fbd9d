import { operatorRefusals } from './admin/operators/rules/operator-refusals.ts'
import type { Refusal } from './kernel/refusals.ts'

/** The sentences of all subjects that the dashboard's languages have, by their names. */
export const refusalLists: readonly Readonly<Record<string, Refusal>>[] = [operatorRefusals]
