import type { ComponentChildren, VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import { relativeTime } from '../format.ts'
import { now } from '../now.ts'
import { Icon } from '../parts/icon.tsx'
import { Toasts } from '../parts/toasts.tsx'
import { hrefOf, mode } from '../router.ts'
import { connection } from '../service/call.ts'
import { text } from '../texts/text.ts'
import { Brand } from './brand.tsx'
import { newPaymentsIn } from './intake.ts'
import { ModeSwitch } from './mode-switch.tsx'
import { Navigation, Tabs } from './navigation.tsx'
import { PaletteSlot } from './palette-slot.tsx'
import { UserMenu } from './user-menu.tsx'

/** The frame of every page: navigation lies on the paper, the page on one sheet. */
export function Shell({ children }: { children: ComponentChildren }): VNode {
  const [isFinding, setFinding] = useState(false)
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setFinding(true)
    }
    document.addEventListener('keydown', open)
    return () => document.removeEventListener('keydown', open)
  }, [])
  const find = () => setFinding(true)
  return (
    <div class="app" data-mode={mode.value}>
      <a class="skip" href="#page">
        {text.shell.skip}
      </a>
      <aside class="side">
        <Brand />
        <ModeSwitch />
        <button type="button" class="find" onClick={find}>
          <Icon name="search" />
          <span>{text.shell.find}</span>
          <kbd>{text.shell.findKeys}</kbd>
        </button>
        <Navigation />
        <UserMenu />
      </aside>
      <header class="top-bar">
        <Brand />
        <ModeSwitch />
        <UserMenu />
      </header>
      <main class="sheet" id="page" tabIndex={-1}>
        <Tape />
        <Intake />
        <Connection />
        <div class="page">{children}</div>
      </main>
      <Tabs onMore={find} />
      <Toasts />
      {isFinding && <PaletteSlot onClose={() => setFinding(false)} />}
    </div>
  )
}

/** Test mode can't be mistaken for live. */
function Tape(): VNode | null {
  if (mode.value !== 'test') return null
  return (
    <p class="tape">
      <Icon name="flask" small />
      {text.shell.testTape}
    </p>
  )
}

/** Nobody forgets that customers can't pay. */
function Intake(): VNode {
  const known = newPaymentsIn(mode.value)
  return (
    <div role="status">
      {known !== 'accepted' && (
        <p class="lost">
          <Icon name="warn" small />
          <span>{text.shell.newPayments[known]}</span>
          <a href={hrefOf(`/${mode.value}/${known === 'paused' ? 'settings#intake' : 'doctor'}`)}>
            {text.pages[known === 'paused' ? 'settings' : 'doctor']}
          </a>
        </p>
      )}
    </div>
  )
}

function Connection(): VNode {
  const { isLost, since } = connection.value
  return (
    <div role="status">
      {isLost && (
        <p class="lost">
          <Icon name="warn" small />
          {fill(text.shell.connectionLost, { time: relativeTime(since, now.value) })}
        </p>
      )}
    </div>
  )
}
