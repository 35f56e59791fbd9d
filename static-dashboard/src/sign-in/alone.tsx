import type { ComponentChildren, VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import { Brand } from '../shell/brand.tsx'
import { LanguageChoice } from '../shell/user-menu.tsx'
import './sign-in.css'

/** A page without navigation: one sheet on the paper. */
export function Alone({ name, children }: { name: string; children: ComponentChildren }): VNode {
  useEffect(() => {
    document.title = `${name} · Quittance`
  }, [name])
  return (
    <div class="alone">
      <header>
        <Brand />
      </header>
      <main class="card">{children}</main>
      <footer class="language">
        <LanguageChoice />
      </footer>
    </div>
  )
}
