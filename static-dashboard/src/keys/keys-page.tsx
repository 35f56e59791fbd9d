import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { scopes as allScopes } from '../../../shared/kernel/scopes.ts'
import { fill } from '../../../shared/kernel/template.ts'
import { presetOf } from '../../../shared/records/api-keys/rules/scope-presets.ts'
import { now } from '../now.ts'
import { Button } from '../parts/button.tsx'
import { Empty, Loaded, PageHead, Section } from '../parts/page.tsx'
import { Time } from '../parts/time.tsx'
import { mode } from '../router.ts'
import { ownersOnly } from '../service/role.ts'
import { useQuery } from '../service/use-query.ts'
import { text } from '../texts/text.ts'
import type { ApiKey } from './api-key.ts'
import { CreateKey } from './create-key.tsx'
import { RevokeKey } from './revoke-key.tsx'
import { RollKey } from './roll-key.tsx'

type Open = { dialog: 'create' } | { dialog: 'roll' | 'revoke'; key: ApiKey }

export function KeysPage(): VNode {
  const keys = useQuery('list-api-keys', { mode: mode.value })
  const [open, setOpen] = useState<Open>()
  const close = () => {
    setOpen(undefined)
    void keys.reload()
  }
  const create = (
    <Button
      kind="primary"
      icon="plus"
      reason={ownersOnly()}
      onClick={() => setOpen({ dialog: 'create' })}
    >
      {text.keys.create}
    </Button>
  )
  return (
    <>
      <PageHead name={text.pages.keys} title={text.pages.keys} actions={create}>
        {text.keys.lead}
      </PageHead>
      <Loaded query={keys}>{(data) => <KeyLists keys={data.keys} onOpen={setOpen} />}</Loaded>
      {open?.dialog === 'create' && <CreateKey onClose={close} />}
      {open?.dialog === 'roll' && <RollKey apiKey={open.key} onClose={close} />}
      {open?.dialog === 'revoke' && <RevokeKey apiKey={open.key} onClose={close} />}
    </>
  )
}

/** One that was rolled has an end, and works until then. */
function isUsable({ revokedAt }: ApiKey): boolean {
  return revokedAt === null || new Date(revokedAt) > now.value
}

type ListProps = { keys: readonly ApiKey[]; onOpen: (open: Open) => void }

function KeyLists({ keys, onOpen }: ListProps): VNode {
  const newestFirst = keys.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
  const active = newestFirst.filter(isUsable)
  const revoked = newestFirst.filter((key) => !isUsable(key))
  return (
    <>
      <Section title={text.keys.active} note={active.length}>
        {active.length === 0 ? (
          <Empty icon="key" title={text.keys.none}>
            {text.keys.noneText}
          </Empty>
        ) : (
          <ul class="rows">
            {active.map((key) => (
              <KeyRow key={key.id} apiKey={key} onOpen={onOpen} />
            ))}
          </ul>
        )}
      </Section>
      {revoked.length > 0 && (
        <Section title={text.keys.revoked} note={revoked.length}>
          <ul class="rows">
            {revoked.map((key) => (
              <KeyRow key={key.id} apiKey={key} />
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

function endOf(key: ApiKey): string {
  if (key.revokedAt === null) return text.keys.created
  return isUsable(key) ? text.keys.worksUntil : text.keys.revokedAt
}

function KeyRow(props: { apiKey: ApiKey; onOpen?: ListProps['onOpen'] }): VNode {
  const { apiKey, onOpen } = props
  const { name, prefix, scopes, createdAt, revokedAt, lastUsedAt } = apiKey
  const preset = presetOf(scopes)
  const rights =
    preset === 'custom'
      ? fill(text.keys.scopeCount, { count: scopes.length, all: allScopes.length })
      : text.presets[preset]
  return (
    <li>
      <div>
        <h3>
          {name} <span class="mono quiet">{prefix}…</span>
        </h3>
        <p>
          <span title={scopes.join(', ')}>{rights}</span> · {endOf(apiKey)}{' '}
          <Time at={revokedAt ?? createdAt} isDue={revokedAt !== null} /> ·{' '}
          <LastUse at={lastUsedAt} />
        </p>
      </div>
      {onOpen && (
        <div class="actions">
          {revokedAt === null && (
            <Button
              kind="soft"
              reason={ownersOnly()}
              onClick={() => onOpen({ dialog: 'roll', key: apiKey })}
            >
              {text.keys.roll}
            </Button>
          )}
          <Button
            kind="soft"
            reason={ownersOnly()}
            onClick={() => onOpen({ dialog: 'revoke', key: apiKey })}
          >
            {text.keys.revoke}
          </Button>
        </div>
      )}
    </li>
  )
}

function LastUse({ at }: { at: string | null }): VNode {
  if (at === null) return <>{text.keys.neverUsed}</>
  return (
    <>
      {text.keys.lastUsed} <Time at={at} />
    </>
  )
}
