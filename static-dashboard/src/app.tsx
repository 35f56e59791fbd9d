import type { FunctionComponent, VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Button } from './parts/button.tsx'
import { LoadFailure } from './parts/load-failure.tsx'
import { Bones, Empty } from './parts/page.tsx'
import { address, mode, navigate } from './router.ts'
import { askedForProof } from './service/proof.ts'
import { loadVisit } from './service/visit.ts'
import { isSigningIn, type Visit, visit, visitFailure } from './service/visit-state.ts'
import { Brand } from './shell/brand.tsx'
import { type Place, placeAt, placeInstead } from './shell/pages.ts'
import { Shell } from './shell/shell.tsx'
import { text } from './texts/text.ts'

/** Loaded components by the name of their page or record. */
const loaded = new Map<string, Shown>()

/** A page, or a component that shows the record with an id. */
type Shown = FunctionComponent<{ id: string }>

type LazyProps = { name: string; load: () => Promise<Shown>; id?: string | null }

/** A component whose script is loaded when it is first shown. */
function Lazy({ name, load, id }: LazyProps): VNode | null {
  const [, setLoads] = useState(0)
  const [failed, setFailed] = useState('')
  useEffect(() => {
    if (loaded.has(name)) return
    load().then(
      (component) => {
        loaded.set(name, component)
        setLoads((count) => count + 1)
      },
      () => setFailed(name),
    )
  }, [name])
  const Component = loaded.get(name)
  if (Component) return <Component key={`${name} ${id}`} id={id ?? ''} />
  if (failed !== name) return <Bones />
  const again = <Button onClick={() => window.location.reload()}>{text.reload}</Button>
  return (
    <Empty isPage icon="warn" title={text.notLoaded} action={again}>
      {text.problems.unreachable}
    </Empty>
  )
}

export function App(): VNode {
  const current = visit.value
  const { path } = address.value
  const screen = screenNow(current, path)
  useEffect(() => {
    if (screen === 'home') navigate(`/${mode.peek()}/home`, { replace: true })
  }, [screen])
  // The request is of a form that is left: nobody would see its result, such as a new secret.
  useEffect(() => () => askedForProof.peek()?.cancel(), [screen, path])
  const failure = visitFailure.value
  if (screen === 'loading' && failure) {
    return (
      <main class="alone">
        <h1 class="visually-hidden">Quittance</h1>
        <Brand />
        <LoadFailure
          failure={failure}
          title={text.notOpened}
          isAll
          onRetry={() => void loadVisit()}
        />
      </main>
    )
  }
  if (screen === 'loading' || screen === 'home') {
    return (
      <main class="alone">
        <Bones />
      </main>
    )
  }
  return (
    <>
      {screen === 'page' ? <ShellPage /> : <Lazy {...alone[screen]} />}
      {askedForProof.value && screen !== 'sign-in' && <Lazy {...proof} />}
    </>
  )
}

const alone = {
  setup: {
    name: 'setup',
    load: async () => {
      const [{ SetupPage }, { loadSetup }] = await Promise.all([
        import('./setup/setup-page.tsx'),
        import('./texts/setup/setup.ts'),
      ])
      await loadSetup()
      return SetupPage
    },
  },
  'sign-in': {
    name: 'sign-in',
    load: async () => (await import('./sign-in/sign-in-page.tsx')).SignInPage,
  },
  invitation: {
    name: 'invitation',
    load: async () => (await import('./sign-in/invitation-page.tsx')).InvitationPage,
  },
} as const

const proof = {
  name: 'proof',
  load: async () => (await import('./sign-in/proof-dialog.tsx')).ProofDialog,
}

function screenNow(current: Visit | null, path: string): ReturnType<typeof screenOf> | 'loading' {
  if (isSigningIn.value) return visitFailure.value ? 'loading' : 'sign-in'
  return current ? screenOf(current, path) : 'loading'
}

/** The screen of an address depends on who is signed in, and on how far the instance is set up. */
function screenOf(
  { claimed, isSetUp, operator }: Visit,
  path: string,
): 'setup' | 'sign-in' | 'invitation' | 'page' | 'home' {
  if (path === '/invitation') return 'invitation'
  if (!claimed) return 'setup'
  if (!operator) return 'sign-in'
  if (path === '/setup' || (!isSetUp && operator.role === 'owner')) return 'setup'
  return path === '/' || path === '/sign-in' ? 'home' : 'page'
}

function ShellPage(): VNode {
  const { path } = address.value
  const place = placeAt(path)
  return <Shell>{place ? <PlaceContent place={place} /> : <Elsewhere path={path} />}</Shell>
}

/** Goes to where the page is, if there is one of that name. */
function Elsewhere({ path }: { path: string }): VNode {
  const right = placeInstead(path, mode.value)
  useEffect(() => {
    if (right !== undefined) navigate(right + window.location.search, { replace: true })
  }, [right])
  return right === undefined ? <NotFound /> : <Bones />
}

function PlaceContent({ place: { page, id } }: { place: Place }): VNode {
  const key = `${page.name}${mode.value}`
  if (id === null || !page.loadRecord) return <Lazy key={key} name={page.name} load={page.load} />
  const name = `${page.name}/record`
  return <Lazy key={`${key}/${id}`} name={name} load={page.loadRecord} id={id} />
}

function NotFound(): VNode {
  const home = <Button onClick={() => navigate('/')}>{text.pages.home}</Button>
  return (
    <Empty isPage icon="search" title={text.shell.notFound} action={home}>
      {text.shell.notFoundText}
    </Empty>
  )
}
