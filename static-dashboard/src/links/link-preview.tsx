import type { VNode } from 'preact'
import { formatFiat } from '../format.ts'
import { Unloaded } from '../parts/page.tsx'
import { hrefOf, mode } from '../router.ts'
import { useQuery } from '../service/use-query.ts'
import { BrandPreview } from '../settings/brand-preview.tsx'
import { text } from '../texts/text.ts'
import { tools } from '../texts/tools/tools.ts'
import { isPrice, type LinkDraft, valuesOf } from './link-draft.ts'

/** How the page of the link begins, with the brand that is set. */
export function LinkPreview({ draft }: { draft: LinkDraft }): VNode {
  const query = useQuery('get-settings', { mode: mode.value })
  const { data } = query
  const { title, fiatAmount: typed, fiatCurrency, description } = valuesOf(draft)
  const fiatAmount = typed || '0.00'
  const isWhole = (typed === '' || isPrice(typed)) && /^[A-Z]{3}$/.test(fiatCurrency)
  const price = isWhole
    ? formatFiat({ amount: fiatAmount, currency: fiatCurrency })
    : `${fiatAmount} ${fiatCurrency}`.trim()
  return (
    <>
      <Unloaded query={query} name={text.pages.settings} />
      <BrandPreview
        name={data?.businessName ?? ''}
        color={data?.accentColor ?? ''}
        logoUrl={data?.logo ? `/api/checkout/logos/${data.logo}` : null}
        caption={tools.links.preview}
        title={title || tools.links.previewTitle}
        price={price}
        description={description}
      />
      <p class="quiet below">
        <a href={hrefOf(`/${mode.value}/settings`)}>{tools.links.brand}</a>
      </p>
    </>
  )
}
