import { useState } from 'preact/hooks'
import { fieldProblem } from '../problem-text.ts'
import { call } from '../service/call.ts'
import type { Failure } from '../service/result.ts'
import { setup } from '../texts/setup/setup.ts'
import { commonAddress, isOf, type PayoutRow } from './payout-rows.ts'

type Problems = ReadonlyMap<number, Failure | 'empty'>

/** The addresses as typed, by chain, and their problems. */
export function usePayouts(rows: readonly PayoutRow[], reload: () => Promise<void>) {
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map())
  const [problems, setProblems] = useState<Problems>(new Map())
  const [contracts, setContracts] = useState<readonly number[]>([])
  const [isBusy, setBusy] = useState(false)
  const missing = rows.filter(isOf('missing'))
  const save = async (): Promise<'complete' | 'incomplete'> => {
    setBusy(true)
    const saved = await saveAll(missing, typed)
    setProblems(saved.problems)
    setContracts((before) => [...before, ...saved.contracts])
    await reload()
    setBusy(false)
    return saved.problems.size + saved.contracts.length === 0 ? 'complete' : 'incomplete'
  }
  const leaveOut = async (chainId: number, isLeftOut: boolean) => {
    const result = await call('note-setup', { step: 'payouts', chainId, isLeftOut })
    setProblems(result.kind === 'ok' ? without(problems, chainId) : new Map([[chainId, result]]))
    await reload()
  }
  return {
    isBusy,
    contracts,
    save,
    leaveOut,
    typedFor: (chainId: number) => typed.get(chainId) ?? '',
    type: (chainId: number) => (value: string) => {
      setTyped((before) => new Map([...before, [chainId, value]]))
      setProblems((before) => without(before, chainId))
    },
    /** For the networks of one mode; undefined if there is nothing to use for the others. */
    useForAll: (mode: PayoutRow['mode']) => {
      const ofMode = rows.filter((row) => row.mode === mode)
      const common = commonAddress(ofMode, typed)
      if (common === undefined) return undefined
      const filled = ofMode.filter(isOf('missing')).map(({ chainId }) => [chainId, common] as const)
      return () => setTyped((before) => new Map([...before, ...filled]))
    },
    errorFor: (chainId: number) => errorIn(problems.get(chainId)),
    /** A failure that no field can show. */
    failure: [...problems.values()].find(isElsewhere),
  }
}

function without(problems: Problems, chainId: number): Problems {
  return new Map([...problems].filter(([each]) => each !== chainId))
}

function errorIn(problem: Failure | 'empty' | undefined): string | undefined {
  return problem === 'empty' ? setup.payouts.empty : fieldProblem(problem, 'address')
}

function isElsewhere(problem: Failure | 'empty'): problem is Failure {
  return problem !== 'empty' && errorIn(problem) === undefined
}

/** Saves each address on its own, so that valid ones stay saved. */
async function saveAll(missing: readonly PayoutRow[], typed: ReadonlyMap<number, string>) {
  const problems = new Map<number, Failure | 'empty'>()
  const contracts: number[] = []
  for (const { chainId } of missing) {
    const address = typed.get(chainId)?.trim() ?? ''
    if (address === '') {
      problems.set(chainId, 'empty')
      continue
    }
    const result = await call('set-payout-wallet', { chainId, address })
    if (result.kind !== 'ok') problems.set(chainId, result)
    else if (result.output.isContract) contracts.push(chainId)
    if (result.kind === 'cancelled' || result.kind === 'unreachable') break
  }
  return { problems, contracts }
}
