import type { VNode } from 'preact'
import type { Operations } from '../operations.ts'
import type { IconName } from '../parts/icon.tsx'
import { Status, type Tone } from '../parts/status.tsx'
import { money } from '../texts/money/money.ts'

export type SweepState = Operations['get-sweep']['output']['status']

const looks = {
  planned: { tone: 'quiet', icon: 'waiting' },
  signed: { tone: 'quiet', icon: 'waiting' },
  broadcast: { tone: 'info', icon: 'payout' },
  mined: { tone: 'info', icon: 'confirming' },
  final: { tone: 'ok', icon: 'ok' },
  replaced: { tone: 'quiet', icon: 'redo' },
  canceled: { tone: 'quiet', icon: 'minus' },
  reorged: { tone: 'warn', icon: 'warn' },
} as const satisfies Record<SweepState, { tone: Tone; icon: IconName }>

const underWay: readonly SweepState[] = ['planned', 'signed', 'broadcast', 'mined', 'reorged']

export function isUnderWay({ status }: { status: SweepState }): boolean {
  return underWay.includes(status)
}

export function SweepStatus({ status }: { status: SweepState }): VNode {
  const { tone, icon } = looks[status]
  return (
    <Status tone={tone} icon={icon}>
      {money.payouts.statuses[status]}
    </Status>
  )
}
