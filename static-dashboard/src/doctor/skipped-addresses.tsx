import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Mode } from '../../../shared/kernel/mode.ts'
import { fill } from '../../../shared/kernel/template.ts'
import { formatShortly } from '../format-amount.ts'
import type { Operations } from '../operations.ts'
import { Button } from '../parts/button.tsx'
import { CodeBox, CopyValue } from '../parts/copy.tsx'
import { Section } from '../parts/page.tsx'
import { Notice, Status } from '../parts/status.tsx'
import { problemText } from '../problem-text.ts'
import { mode } from '../router.ts'
import { ownersOnly } from '../service/role.ts'
import { useWork } from '../service/use-work.ts'
import { instance } from '../texts/instance/instance.ts'

type Checked = Operations['check-skipped-addresses']['output']
type Place = { walletId?: string; from?: number }

const nothing: Checked = { found: [], unread: [] }

/** Money at addresses that belong to no payment, such as those of an earlier instance. */
export function SkippedAddresses(): VNode {
  const words = instance.doctor.skipped
  const { sum, isComplete, isPart, isBusy, failure, mode: checked, check } = useCheck()
  const isNone = sum.found.length + sum.unread.length === 0
  return (
    <Section title={words.title}>
      <div class="stack">
        <p class="quiet">{words.text}</p>
        {isComplete && isNone && <Status tone="ok">{words.none}</Status>}
        <Found found={sum.found} mode={checked} />
        {sum.unread.map(({ chain, from, reason }) => (
          <Notice key={`${chain} ${from}`} tone="warn" title={fill(words.unread, { chain })}>
            {reason}
          </Notice>
        ))}
        {isPart && <Notice tone="warn" title={words.part} />}
        {failure && failure.kind !== 'cancelled' && (
          <Notice tone="bad" title={problemText(failure)} />
        )}
        <Button
          icon="search"
          busy={isBusy && instance.doctor.checking}
          reason={ownersOnly()}
          onClick={() => void check()}
        >
          {words.check}
        </Button>
      </div>
    </Section>
  )
}

/** Checks all wallets of the mode that the page was opened in, one part after the other. */
function useCheck() {
  const [checked] = useState(mode.value)
  const [earlier, setEarlier] = useState(nothing)
  const [progress, setProgress] = useState<'none' | 'running' | 'complete'>('none')
  const { start, isBusy, failure, last } = useWork('check-skipped-addresses', {
    target: checked,
  })
  const checkAll = async (): Promise<boolean> => {
    setEarlier(nothing)
    let place: Place = {}
    for (;;) {
      const part: Awaited<ReturnType<typeof start>> = await start({ mode: checked, ...place })
      if (part.kind !== 'ok') return false
      const { output } = part
      const next = placeAfter(place, output)
      if (!next) return true
      setEarlier((before) => together(before, output))
      place = next
    }
  }
  const check = async () => {
    setProgress('running')
    setProgress((await checkAll()) ? 'complete' : 'none')
  }
  return {
    mode: checked,
    failure,
    check,
    sum: last ? together(earlier, last) : earlier,
    isBusy: isBusy || progress === 'running',
    isComplete: progress === 'complete',
    // After a reload, the parts before the last are gone.
    isPart: progress === 'none' && last !== undefined,
  }
}

type FoundProps = Pick<Checked, 'found'> & { mode: Mode }

function Found({ found, mode: checked }: FoundProps): VNode | null {
  const words = instance.doctor.skipped
  if (found.length === 0) return null
  return (
    <>
      <ul class="rows">
        {found.map(({ walletId, index, address, chainId, symbol, amount }) => (
          <li key={`${address} ${chainId} ${symbol}`}>
            <div>
              <h3>
                {fill(words.found, { amount: formatShortly(amount, symbol), symbol, chainId })}
              </h3>
              <p>
                {fill(words.at, { index, wallet: walletId })}{' '}
                <CopyValue value={address} label={words.address}>
                  {`${address.slice(0, 6)}…${address.slice(-4)}`}
                </CopyValue>
              </p>
            </div>
          </li>
        ))}
      </ul>
      <CodeBox title={words.recover} code={`npm run recover -- --mode ${checked}`} />
      <Ahead found={found} mode={checked} />
    </>
  )
}

/** Addresses in use must not be given to new payments. */
function Ahead({ found, mode: checked }: FoundProps): VNode | null {
  const ahead = found.filter(({ isAhead }) => isAhead).map(({ index }) => index)
  if (ahead.length === 0) return null
  const highest = Math.max(...ahead)
  return (
    <CodeBox
      title={fill(instance.doctor.skipped.skip, { index: highest })}
      code={`npm run operate -- wallet skip --mode ${checked} --highest-index ${highest}`}
    />
  )
}

function together(before: Checked, { found, unread }: Checked): Checked {
  return { found: [...before.found, ...found], unread: [...before.unread, ...unread] }
}

/** One call checks as much of a wallet as its time allows. */
function placeAfter({ walletId }: Place, { next, nextWallet }: Checked): Place | undefined {
  if (next !== undefined) return { ...(walletId !== undefined && { walletId }), from: next }
  return nextWallet === undefined ? undefined : { walletId: nextWallet }
}
