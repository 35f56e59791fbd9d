import type { ComponentChildren, VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { GroupedAddress } from '../../../static-ui/grouped-address.tsx'
import type { Operations } from '../operations.ts'
import { ButtonLink } from '../parts/button.tsx'
import { Loaded, Section } from '../parts/page.tsx'
import { useQuery } from '../service/use-query.ts'
import { visit } from '../service/visit-state.ts'
import { setup } from '../texts/setup/setup.ts'
import { text } from '../texts/text.ts'

type Wallets = Operations['list-wallets']['output']

/** A list of what the owner needs if this instance is lost, and before it takes real money. */
export function KeepThese(): VNode {
  const progress = useQuery('show-setup', {})
  const wallets = useQuery('list-wallets', {})
  return (
    <Section title={setup.keep.title}>
      <Loaded query={progress} rows={4}>
        {({ ownerSweeps }) => (
          <>
            <KeptFacts ownerSweeps={ownerSweeps} />
            <Loaded query={wallets} rows={2}>
              {(data) => <WalletFacts wallets={data} ownerSweeps={ownerSweeps} />}
            </Loaded>
          </>
        )}
      </Loaded>
    </Section>
  )
}

function KeptFacts({ ownerSweeps }: { ownerSweeps: boolean }): VNode {
  return (
    <dl class="facts">
      <Fact name={setup.keep.words}>
        {ownerSweeps ? setup.keep.wordsOfAccount : setup.keep.wordsText}
      </Fact>
      <Fact name={setup.keep.backup}>
        {visit.value?.isLocal ? setup.keep.backupOnMachine : setup.keep.backupOnAws}
      </Fact>
      <Fact name={setup.keep.liveKey}>
        <p>{setup.keep.liveKeyText}</p>
        <ButtonLink kind="soft" to="/live/keys">
          {setup.keep.makeLiveKey}
        </ButtonLink>
      </Fact>
    </dl>
  )
}

function WalletFacts(props: { wallets: Wallets; ownerSweeps: boolean }): VNode {
  const { wallets, next } = props.wallets
  const addresses = wallets.at(-1)?.addresses ?? []
  return (
    <dl class="facts">
      <Fact name={setup.keep.next}>
        <p>
          {fill(setup.keep.nextOfModes, { live: next.live, test: next.test })} {setup.keep.nextText}
        </p>
      </Fact>
      {!props.ownerSweeps && (
        <Fact name={setup.keep.gas}>
          {addresses.map(({ mode, gasWallet }) => (
            <p key={mode}>
              {text.modes[mode]}: {gasWallet && <GroupedAddress address={gasWallet} />}
            </p>
          ))}
          <p>{setup.keep.gasText}</p>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ComponentChildren }): VNode {
  return (
    <div class="whole">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
