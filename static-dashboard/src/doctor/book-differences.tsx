import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import { counted } from '../format.ts'
import type { Operations } from '../operations.ts'
import { Button, ButtonLink } from '../parts/button.tsx'
import { CopyValue } from '../parts/copy.tsx'
import { Field } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { OperationDialog } from '../parts/operation-dialog.tsx'
import { Loaded, Section } from '../parts/page.tsx'
import { Time } from '../parts/time.tsx'
import { problemText } from '../problem-text.ts'
import { mode } from '../router.ts'
import { ownersOnly } from '../service/role.ts'
import type { Query } from '../service/use-query.ts'
import { useSubmit } from '../service/use-submit.ts'
import { recordPath } from '../shell/record-path.ts'
import { instance } from '../texts/instance/instance.ts'
import { text } from '../texts/text.ts'

type Chain = Operations['show-books']['output']['chains'][number]
type Finding = Chain['findings'][number]
type Difference = Finding['differences'][number]

type Props = { query: Query<Operations['show-books']['output']>; onChange: () => void }

/** Every address whose books differ from its chain, with the payment that it is of; nothing if there is none. */
export function BookDifferences({ query, onChange }: Props): VNode | null {
  const { books } = instance.doctor
  const isNone = query.data?.chains.every(({ findings }) => findings.length === 0)
  if (isNone ?? query.failure === undefined) return null
  return (
    <Section title={books.title} note={books.note}>
      <Loaded query={query} rows={2}>
        {({ chains }) => <FindingRows chains={chains} onChange={onChange} />}
      </Loaded>
    </Section>
  )
}

function FindingRows({
  chains,
  onChange,
}: {
  chains: readonly Chain[]
  onChange: () => void
}): VNode {
  const more = chains.reduce((sum, chain) => sum + notShown(chain), 0)
  return (
    <ul class="rows">
      {chains.flatMap(({ chain, findings }) =>
        findings.map((finding) => (
          <FindingRow key={finding.id} chain={chain} finding={finding} onChange={onChange} />
        )),
      )}
      {more > 0 && <li class="quiet">{counted(instance.doctor.books.more, more)}</li>}
    </ul>
  )
}

function notShown({ differing, acknowledged, findings }: Chain): number {
  return differing + acknowledged - findings.length
}

type RowProps = { chain: string; finding: Finding; onChange: () => void }

function FindingRow({ chain, finding, onChange }: RowProps): VNode {
  const { address, sessionId, reportedAt, differences, acknowledged } = finding
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
        {acknowledged && (
          <p class="quiet">{fill(books.acknowledged, { note: acknowledged.note })}</p>
        )}
      </div>
      <div class="actions">
        <Acknowledge finding={finding} onChange={onChange} />
        <ButtonLink kind="soft" to={recordPath('payments', mode.value, sessionId)}>
          {books.payment}
        </ButtonLink>
      </div>
    </li>
  )
}

/** Lets an owner say why nothing is wrong, or take that back. */
function Acknowledge({ finding, onChange }: Omit<RowProps, 'chain'>): VNode {
  const { id, acknowledged } = finding
  const [isOpen, setOpen] = useState(false)
  const { submit, isBusy, failure } = useSubmit('acknowledge-difference')
  const { books } = instance.doctor
  const withdraw = async () => {
    if (await submit({ id, withdraw: true })) onChange()
  }
  if (acknowledged) {
    return (
      <>
        <Button
          kind="plain"
          reason={ownersOnly()}
          busy={isBusy && text.working}
          onClick={() => void withdraw()}
        >
          {books.withdraw}
        </Button>
        {failure && <p role="alert">{problemText(failure)}</p>}
      </>
    )
  }
  const close = () => setOpen(false)
  const done = () => {
    close()
    onChange()
  }
  return (
    <>
      <Button kind="plain" reason={ownersOnly()} onClick={() => setOpen(true)}>
        {books.acknowledge}
      </Button>
      {isOpen && <AcknowledgeDialog id={id} onClose={close} onDone={done} />}
    </>
  )
}

type DialogProps = { id: string; onClose: () => void; onDone: () => void }

function AcknowledgeDialog({ id, onClose, onDone }: DialogProps): VNode {
  const [note, setNote] = useState('')
  const { dialog } = instance.doctor.books
  return (
    <OperationDialog
      title={dialog.title}
      text={dialog.lead}
      onClose={onClose}
      submitLabel={dialog.submit}
      busyLabel={text.working}
      operation="acknowledge-difference"
      input={{ id, note: note.trim() }}
      onDone={onDone}
    >
      <Field
        label={dialog.note}
        value={note}
        onValue={setNote}
        maxLength={1000}
        name="note"
        problem={note.trim() === '' ? dialog.noteMissing : undefined}
      />
    </OperationDialog>
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
