import * as z from 'zod'
import { eraseIdleCustomers } from '../../shared/admin/erasure/erase-idle-customers.ts'
import { skipAddresses } from '../../shared/admin/restore/skip-addresses.ts'
import { stopIntake } from '../../shared/admin/restore/stop-intake.ts'
import { setUpInstance } from '../../shared/admin/setup/set-up-instance.ts'
import { chainById } from '../../shared/chain/chains.ts'
import type { Operation } from '../../shared/kernel/operation/operation.ts'
import { setPayoutWallet } from '../../shared/money/payout-wallets/set-payout-wallet.ts'
import { listNetworks } from '../../shared/payments/networks/list-networks.ts'
import { removeNetwork } from '../../shared/payments/networks/remove-network.ts'
import { listWallets } from '../../shared/payments/wallet/list-wallets.ts'
import { wordsHoldMoney } from '../../shared/payments/wallet/wire/words-hold-money.ts'
import { getSettings } from '../../shared/records/settings/get-settings.ts'
import { moveInstance } from '../../shared/records/settings/move-instance.ts'
import type { CallOperator } from './call-operator.ts'
import { mayHoldMoneyFlag } from './without-refusal.ts'
import { wordsHoldMoneyText } from './words-hold-money-text.ts'

/** The consequences of a call, and the name of what it changes, which confirms it. */
type Risk = {
  what: string
  name: string
  /** Confirms it without a terminal. */
  flag?: string
}

/** Resolves once a person has confirmed it. Throws an `OperateError` if nobody does. */
export type Confirm = (risk: Risk) => Promise<void>

type RiskOf = (call: CallOperator, input: unknown) => Promise<Risk | undefined>

/** Makes the same calls, but asks to confirm those that cost money or sales if they are a mistake. */
export function confirmedCalls(call: CallOperator, confirm: Confirm): CallOperator {
  return async (operation, input) => {
    const risk = await risks.get(operation.name)?.(call, input)
    if (risk) await confirm(risk)
    const result = await call(operation, input)
    const { data: refusal } = wordsHoldMoney.safeParse(result)
    if (!refusal) return result
    await confirm({ what: wordsHoldMoneyText(refusal), name: 'yes', flag: mayHoldMoneyFlag })
    return call(operation, { ...givenInput.parse(input), mayHoldMoney: true })
  }
}

const givenInput = z.record(z.string(), z.unknown())

const risks = new Map<string, RiskOf>([
  [setPayoutWallet.name, ofPayoutWallet],
  [removeNetwork.name, ofRemoval],
  [moveInstance.name, ofMove],
  [stopIntake.name, ofStop],
  [setUpInstance.name, ofSetup],
  [skipAddresses.name, ofSkip],
  [eraseIdleCustomers.name, ofIdleErasure],
])

async function ofPayoutWallet(_: CallOperator, input: unknown): Promise<Risk | undefined> {
  const { chainId, address } = inputOf(setPayoutWallet, input) ?? {}
  const chain = chainById(chainId ?? 0)
  const typed = z.object({ address: z.string() }).safeParse(input).data?.address
  if (!chain || !address) return undefined
  const isUnchecked = typed !== address
  if (chain.mode !== 'live' && !isUnchecked) return undefined
  const check = isUnchecked
    ? ' The address has no checksum, so that a wrong character goes unnoticed: compare all of it.'
    : ''
  const what = `All ${chain.mode} money on ${chain.name} will be sent to ${address}.${check}`
  return { what, name: chain.name }
}

async function ofRemoval(call: CallOperator, input: unknown): Promise<Risk | undefined> {
  const { chainId } = inputOf(removeNetwork, input) ?? {}
  if (chainId === undefined) return undefined
  const { networks } = await call(listNetworks, {})
  const network = networks.find((each) => each.chainId === chainId)
  if (!network) return undefined
  const { mode, name } = network
  const isOnly = networks.every((each) => each.mode !== mode || each.chainId === chainId)
  if (isOnly) return { what: `${name} is the only ${mode} network: nobody can pay then.`, name }
  if (mode !== 'live') return undefined
  return { what: `New sessions can't be paid on ${name} any more.`, name }
}

async function ofMove(call: CallOperator, input: unknown): Promise<Risk | undefined> {
  const { baseUrl } = inputOf(moveInstance, input) ?? {}
  if (baseUrl === undefined) return undefined
  const plain = baseUrl.startsWith('http:') ? ' Over http, others can read and change them.' : ''
  const what = `Payment links, checkout pages and callbacks of both modes move to ${baseUrl}.${plain}`
  return { what, name: await instanceName(call) }
}

async function ofStop(call: CallOperator, input: unknown): Promise<Risk | undefined> {
  const { mode, dryRun } = inputOf(stopIntake, input) ?? {}
  if (mode === undefined || dryRun) return undefined
  const { wasStopped, counters } = await call(stopIntake, { mode, dryRun: true })
  if (wasStopped) return undefined
  const [addresses] = counters
  const skipped = (addresses?.after ?? 0) - (addresses?.before ?? 0)
  return {
    what: `New ${mode} sessions and changes are refused until the restore has ended, and ${skipped} deposit addresses are skipped for good. It's for a table that was put back.`,
    name: await instanceName(call),
  }
}

async function ofSetup(call: CallOperator): Promise<Risk | undefined> {
  const { wallets } = await call(listWallets, {})
  if (wallets.length === 0) return undefined
  const what =
    'The instance is set up already. Only its base URL and notifier keys change; everything else in the file is ignored.'
  return { what, name: await instanceName(call) }
}

/** One digit too many moves the counter permanently, and every search for money then takes that much longer. */
async function ofSkip(call: CallOperator, input: unknown): Promise<Risk | undefined> {
  const { mode, highestIndex } = inputOf(skipAddresses, input) ?? {}
  if (mode === undefined || highestIndex === undefined) return undefined
  const { next } = await call(listWallets, {})
  if (highestIndex <= 10 * next[mode]) return undefined
  const what = `${highestIndex} is more than ten times the index of the next ${mode} session, ${next[mode]}. Skipped addresses can't be used again.`
  return { what, name: String(highestIndex) }
}

/** Only the first call: the others continue it. */
async function ofIdleErasure(call: CallOperator, input: unknown): Promise<Risk | undefined> {
  const { mode, days, after } = inputOf(eraseIdleCustomers, input) ?? {}
  if (mode === undefined || after !== 0) return undefined
  const what = `All ${mode} customers without a session in the last ${days} days are erased: their emails, and what they gave with their payments. It can't be undone.`
  return { what, name: await instanceName(call) }
}

/** The host by which customers know the instance. */
async function instanceName(call: CallOperator): Promise<string> {
  const { baseUrl } = await call(getSettings, { mode: 'live' })
  return new URL(baseUrl).host
}

/** The input as the operation parses it, or undefined if it is invalid. */
function inputOf<Body>({ body }: Operation<Body>, input: unknown): Body | undefined {
  return body.safeParse(input).data
}
