import type { VNode } from 'preact'
import { fill } from '../../../static-ui/template.ts'
import type { Operations } from '../operations.ts'
import { ButtonLink } from '../parts/button.tsx'
import { CopyValue } from '../parts/copy.tsx'
import { Icon } from '../parts/icon.tsx'
import { Loaded, Section } from '../parts/page.tsx'
import { Time } from '../parts/time.tsx'
import { mode } from '../router.ts'
import { useQuery } from '../service/use-query.ts'
import { recordPath } from '../shell/record-path.ts'
import { instance } from '../texts/instance/instance.ts'

type Chain = Operations['show-books']['output']['chains'][number]
type Finding = Chain['findings'][number]
type Difference = Finding['differences'][number]

/** Every address whose books differ from its chain, with the payment that it is of. */
export function BookDifferences(): VNode {
  const query = useQuery('show-books', { mode: mode.value })
  const { books } = instance.doctor
  return (
    <Section title={books.title} note={books.note}>
      <Loaded query={query} rows={2}>
        {({ chains }) => (
          <ul class="rows">
            {chains.flatMap(({ chain, findings }) =>
              findings.map((finding) => (
                <FindingRow key={`${chain} ${finding.sessionId}`} chain={chain} finding={finding} />
              )),
            )}
          </ul>
        )}
      </Loaded>
    </Section>
  )
}

function FindingRow({ chain, finding }: { chain: string; finding: Finding }): VNode {
  const { address, sessionId, reportedAt, differences } = finding
  const { books } = instance.doctor
  return (
    <li>
      <div>
        <h3>
          {chain}{' '}
          <CopyValue value={address} label={books.address}>
            {`${address.slice(0, 6)}…${address.slice(-4)}`}
          </CopyValue>{' '}
          <small>
            <Time at={reportedAt} />
          </small>
        </h3>
        <ul>
          {differences.map((one, index) => (
            <DifferenceItem key={index} difference={one} />
          ))}
        </ul>
      </div>
      <ButtonLink kind="soft" to={recordPath('payments', mode.value, sessionId)}>
        {books.payment}
      </ButtonLink>
    </li>
  )
}

function DifferenceItem({ difference }: { difference: Difference }): VNode {
  const { kind, said, shown, txHash, explorerUrl } = difference
  const { books } = instance.doctor
  return (
    <li>
      {fill(books.kinds[kind], { said, shown })}{' '}
      {txHash !== null && (
        <CopyValue value={txHash} label={books.transaction}>
          {`${txHash.slice(0, 10)}…${txHash.slice(-6)}`}
        </CopyValue>
      )}
      {explorerUrl !== null && (
        <a class="explorer" href={explorerUrl} target="_blank" rel="noreferrer">
          <Icon name="open" small />
          <span class="visually-hidden">{books.explorer}</span>
        </a>
      )}
    </li>
  )
}
