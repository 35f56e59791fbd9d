import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import { counted } from '../format.ts'
import { Button } from '../parts/button.tsx'
import { LoadFailure } from '../parts/load-failure.tsx'
import { MoreMenu } from '../parts/more-menu.tsx'
import { Status } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { toast } from '../parts/toasts.tsx'
import { problemText } from '../problem-text.ts'
import { mode } from '../router.ts'
import { call } from '../service/call.ts'
import { notForViewers } from '../service/role.ts'
import { useQuery } from '../service/use-query.ts'
import { money } from '../texts/money/money.ts'
import { text } from '../texts/text.ts'
import { downloadExport } from './download-export.ts'
import type { Export, ExportInput } from './export.ts'
import { filterWords } from './filter-words.ts'
import type { Exporting } from './use-exports.ts'
import './exports.css'

export function ExportMenu(props: {
  exporting: Exporting
  choices: readonly { label: string; input: ExportInput }[]
}): VNode {
  const { exporting, choices } = props
  const { menu, starting } = money.exports
  return (
    <MoreMenu icon="download" label={exporting.starting ? starting : menu}>
      {choices.map(({ label, input }) => (
        <Button
          key={label}
          reason={notForViewers()}
          onClick={() => !exporting.starting && void exporting.start(input)}
        >
          {label}
        </Button>
      ))}
    </MoreMenu>
  )
}

/** Exports that are shown at first: the page is about payments. */
const first = 3

export function ExportList({ exporting }: { exporting: Exporting }): VNode | null {
  const { exports, failure, reload } = exporting
  if (exports.length > 0) return <Exports {...exporting} />
  if (!failure) return null
  const title = fill(text.nameNotLoaded, { name: money.exports.title })
  return <LoadFailure failure={failure} title={title} isAll onRetry={() => void reload()} />
}

function Exports({ exports, reload }: Exporting): VNode {
  const [isWhole, setWhole] = useState(false)
  const { data } = useQuery('list-networks', { mode: mode.value })
  return (
    <section class="exports" aria-label={money.exports.title}>
      <h2>{money.exports.title}</h2>
      <p class="quiet">{money.exports.lead}</p>
      <ul>
        {exports.slice(0, isWhole ? undefined : first).map((one) => (
          <ExportEntry
            key={one.id}
            one={one}
            filter={filterWords(one, data?.networks ?? [])}
            onChange={reload}
          />
        ))}
      </ul>
      {exports.length > first && !isWhole && (
        <Button kind="plain" onClick={() => setWhole(true)}>
          {fill(money.exports.all, { count: exports.length })}
        </Button>
      )}
    </section>
  )
}

function ExportEntry(props: { one: Export; filter: string; onChange: () => Promise<void> }): VNode {
  const { one, filter, onChange } = props
  const { fileName, rows, startedBy, startedAt } = one
  return (
    <li>
      <div>
        <b>{fileName}</b>
        <p class="quiet">
          {counted(money.exports.rows, rows)}
          {filter !== '' && ` · ${filter}`} · <Time at={startedAt} />
          {startedBy !== null && ` · ${startedBy}`}
        </p>
      </div>
      <Progress one={one} />
      <Actions one={one} onChange={onChange} />
    </li>
  )
}

const looks = {
  running: ['info', 'confirming'],
  stalled: ['warn', 'warn'],
  done: ['ok', 'ok'],
  failed: ['bad', 'bad'],
} as const

function Progress({ one: { state, percent, fileName } }: { one: Export }): VNode {
  const [tone, icon] = looks[state]
  const isPart = state === 'running' && percent !== null
  return (
    <div class="progress">
      <Status tone={tone} icon={icon}>
        {isPart ? fill(money.exports.percent, { percent }) : money.exports.states[state]}
      </Status>
      {state === 'running' && (
        <progress aria-label={fileName} max={100} {...(percent !== null && { value: percent })} />
      )}
    </div>
  )
}

function Actions({ one, onChange }: { one: Export; onChange: () => Promise<void> }): VNode {
  const [isLoading, setLoading] = useState(false)
  const isOver = one.state === 'done' || one.state === 'failed'
  const download = async () => {
    setLoading(true)
    await downloadExport(one)
    setLoading(false)
  }
  const remove = async () => {
    const result = await call('delete-export', { id: one.id, mode: mode.peek() })
    if (result.kind !== 'ok') toast(problemText(result))
    await onChange()
  }
  return (
    <div class="actions">
      {one.state === 'done' && (
        <Button
          kind="soft"
          icon="download"
          busy={isLoading && money.exports.loading}
          onClick={() => void download()}
        >
          {money.exports.download}
        </Button>
      )}
      <Button kind="plain" {...(isOver && { icon: 'trash' })} onClick={() => void remove()}>
        {isOver ? money.exports.remove : text.cancel}
      </Button>
    </div>
  )
}
