import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import { GroupedAddress } from '../../../static-ui/grouped-address.tsx'
import { formatAmount } from '../format-amount.ts'
import type { Operations } from '../operations.ts'
import { AmountText } from '../parts/amount.tsx'
import { Button } from '../parts/button.tsx'
import { CopyValue } from '../parts/copy.tsx'
import { Icon } from '../parts/icon.tsx'
import { Loaded, PageHead, Section } from '../parts/page.tsx'
import { Notice } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { translated } from '../problem-text.ts'
import { hrefOf, mode } from '../router.ts'
import { ownersOnly } from '../service/role.ts'
import { usePolling } from '../service/use-polling.ts'
import { useQuery } from '../service/use-query.ts'
import { money } from '../texts/money/money.ts'
import { text } from '../texts/text.ts'
import { AbandonSweep } from './abandon-sweep.tsx'
import { isUnderWay, SweepStatus } from './sweep-status.tsx'
import './payouts.css'

type Sweep = Operations['get-sweep']['output']

/** While it may change within seconds, and otherwise. */
const movingMs = 3_000
const quietMs = 20_000

export function SweepPage({ id }: { id: string }): VNode {
  const query = useQuery('get-sweep', { id })
  const isMoving = query.data !== undefined && isUnderWay(query.data)
  usePolling(query.reload, isMoving ? movingMs : quietMs)
  return (
    <>
      <a class="back" href={hrefOf(`/${mode.value}/payouts`)} aria-label={money.payouts.back}>
        <Icon name="back" small />
        {text.pages.payouts}
      </a>
      <Loaded query={query}>
        {(sweep) => <SweepView sweep={sweep} onChange={() => void query.reload()} />}
      </Loaded>
    </>
  )
}

const cancelable: readonly string[] = ['planned', 'signed', 'broadcast']

function SweepView({ sweep, onChange }: { sweep: Sweep; onChange: () => void }): VNode {
  const words = money.payouts
  const { id, amount, chain, status, problem, problemWords } = sweep
  const [isAsking, setAsking] = useState(false)
  const reason = cancelable.includes(status) ? ownersOnly() : words.abandonLate
  return (
    <>
      <PageHead
        name={words.sweeps}
        title={fill(words.sweepTitle, { amount: formatAmount(amount), chain })}
        actions={
          <Button kind="danger" reason={reason} onClick={() => setAsking(true)}>
            {words.abandon}
          </Button>
        }
      >
        <SweepStatus status={status} /> {words.statusHints[status]}
      </PageHead>
      {problem !== null && (
        <Notice tone="warn" title={words.facts.problem}>
          {translated(words.problems, { words: problemWords, param: null }) ?? problem}
        </Notice>
      )}
      <Facts sweep={sweep} />
      <Items items={sweep.items} />
      <Attempts attempts={sweep.attempts} />
      {isAsking && (
        <AbandonSweep
          id={id}
          onClose={() => {
            setAsking(false)
            onChange()
          }}
        />
      )}
    </>
  )
}

function Facts({ sweep }: { sweep: Sweep }): VNode {
  const { facts, notYet } = money.payouts
  const { sender, recipient, nonce, fee, createdAt, finalAt, mined } = sweep
  const rows: [string, VNode | string][] = [
    [facts.recipient, <GroupedAddress key="to" address={recipient} />],
    [facts.sender, <GroupedAddress key="from" address={sender} />],
    [facts.nonce, String(nonce)],
    [facts.fee, fee === null ? notYet : formatAmount(fee)],
    [facts.created, <Time key="created" at={createdAt} />],
    [facts.block, mined?.blockNumber ?? notYet],
    [facts.final, finalAt === null ? notYet : <Time key="final" at={finalAt} />],
  ]
  return (
    <dl class="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Items({ items }: Pick<Sweep, 'items'>): VNode {
  const words = money.payouts
  return (
    <Section title={words.items}>
      <ul class="rows">
        {items.map(({ sessionId, address, planned, moved, failure, failureWords }) => (
          <li key={`${sessionId} ${address}`}>
            <div>
              <h3 class="mono">
                <GroupedAddress address={address} />
              </h3>
              <p>
                {words.itemColumns.planned} <AmountText text={planned} /> ·{' '}
                {words.itemColumns.moved}{' '}
                {translated(words.problems, { words: failureWords, param: null }) ??
                  failure ??
                  (moved === null ? words.notYet : <AmountText text={moved} />)}
              </p>
            </div>
            <a
              href={hrefOf(`/${mode.value}/payments/${sessionId}`)}
              aria-label={`${words.openIt} ${sessionId}`}
            >
              {words.openPayment}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Attempts({ attempts }: Pick<Sweep, 'attempts'>): VNode {
  const words = money.payouts
  return (
    <Section title={words.transactions}>
      {attempts.length === 0 ? (
        <p class="quiet">{words.noTransactions}</p>
      ) : (
        <ul class="rows">
          {attempts.map(({ hash, url, signedAt, isCancellation }) => (
            <li key={hash}>
              <div>
                <h3>
                  <CopyValue value={hash} label={words.copyHash}>
                    {`${hash.slice(0, 10)}…${hash.slice(-6)}`}
                  </CopyValue>
                </h3>
                <p>
                  <Time at={signedAt} />
                  {isCancellation && `, ${words.cancellation}`}
                </p>
              </div>
              {url !== null && (
                <a href={url} target="_blank" rel="noreferrer">
                  {words.explorer}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
