import type { ComponentChildren, VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import { mode } from '../router.ts'
import type { Query } from '../service/use-query.ts'
import { text } from '../texts/text.ts'
import type { IconName } from './icon.tsx'
import { Icon } from './icon.tsx'
import { LoadFailure } from './load-failure.tsx'

export function PageHead(props: {
  /** For the window's title. */
  name: string
  title: ComponentChildren
  children?: ComponentChildren
  actions?: ComponentChildren
}): VNode {
  const { name, title, children, actions } = props
  useTitle(name)
  return (
    <header class="head">
      <div>
        <h1>{title}</h1>
        {children && <p>{children}</p>}
      </div>
      {actions && <div class="actions">{actions}</div>}
    </header>
  )
}

function useTitle(name: string): void {
  const isTest = mode.value === 'test'
  useEffect(() => {
    document.title = `${isTest ? `${text.testTitle}: ` : ''}${name} · Quittance`
  }, [name, isTest])
}

export function Section(props: {
  title: string
  /** For links to it. */
  id?: string
  note?: ComponentChildren
  children: ComponentChildren
}): VNode {
  return (
    <section class="section" id={props.id}>
      <div class="bar">
        <h2>{props.title}</h2>
        {props.note && <div class="quiet">{props.note}</div>}
      </div>
      {props.children}
    </section>
  )
}

/** Explains an empty list: its future content, and the next step. */
export function Empty(props: {
  icon: IconName
  title: string
  /** Whether it is the only content of the page. */
  isPage?: boolean
  children: ComponentChildren
  action?: VNode | undefined
}): VNode {
  const Heading = props.isPage ? 'h1' : 'h2'
  return (
    <div class="empty">
      <Icon name={props.icon} />
      <Heading>{props.title}</Heading>
      <p>{props.children}</p>
      {props.action}
    </div>
  )
}

/** Bones in the shape of rows. They appear only if the wait is long enough to be noticed. */
export function Bones({ rows = 4 }: { rows?: number }): VNode {
  return (
    <div class="bones" aria-busy="true">
      <span class="visually-hidden">{text.loading}</span>
      {Array.from({ length: rows }, (_, row) => (
        <i key={row} />
      ))}
    </div>
  )
}

/** Shows that something could not be loaded; with its name if it stands beside loaded content. */
export function Unloaded({ query, name }: { query: Query<unknown>; name?: string }): VNode | null {
  const { data, failure, reload } = query
  if (!failure || (data && failure.kind !== 'rejected')) return null
  return (
    <LoadFailure
      failure={failure}
      {...(name !== undefined && { title: fill(text.nameNotLoaded, { name }) })}
      isAll={!data}
      onRetry={() => void reload()}
    />
  )
}

/** Shows loaded data. Earlier data stays, also when it can't be loaded again. */
export function Loaded<Output>(props: {
  query: Query<Output>
  rows?: number
  children: (data: Output) => ComponentChildren
}): VNode {
  const { data, failure } = props.query
  return (
    <>
      <Unloaded query={props.query} />
      {data !== undefined && props.children(data)}
      {data === undefined && !failure && <Bones {...(props.rows && { rows: props.rows })} />}
    </>
  )
}
