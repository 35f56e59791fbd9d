import { groupSamples, offerCopies } from './samples.ts'
import { offerSearch } from './search.ts'

offerSearch(document)
showCurrentPage(document)
groupSamples(document)
offerCopies(document)

/** The navigation scrolls by itself, so the page that is open may be below its end. */
function showCurrentPage(document: Document): void {
  const navigation = document.querySelector<HTMLElement>('.pages')
  const current = navigation?.querySelector<HTMLElement>('[aria-current]')
  if (navigation && current) navigation.scrollTop = current.offsetTop - navigation.clientHeight / 2
}
