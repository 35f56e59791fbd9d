import type { Page } from 'playwright-core'

/**
 * Returns what is laid out badly: what reaches over the edge of the page, words over other words, numbers that are cut
 * without a detail that has them whole, and numbers in lists with more digits than anybody reads.
 */
export async function layoutFlaws(page: Page): Promise<string[]> {
  const found: unknown = await page.evaluate(script)
  return Array.isArray(found) ? found.map(String) : ['the page could not be read']
}

/** The maximum for a number in a list; its details show it in full. */
const mostDigits = 8

const script = `(() => {
  const flaws = new Set()
  const root = document.documentElement
  const shown = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }
  const styles = new Map()
  const styleOf = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element))
    return styles.get(element)
  }
  const ancestors = function* (element) {
    for (let at = element; at && at !== document.body; at = at.parentElement) yield at
  }
  const isReadBy = (element) =>
    element.checkVisibility(shown) && !element.closest('.visually-hidden, svg, option')

  /* A phone's browser widens the window to hold what is too wide, so "innerWidth" says nothing. */
  const width = Math.min(root.clientWidth, screen.width)
  if (root.scrollWidth > width) flaws.add(root.scrollWidth - width + ' px too wide')
  for (const element of document.querySelectorAll('body *')) {
    if (!isReadBy(element)) continue
    const { left, right, width: own } = element.getBoundingClientRect()
    const excess = Math.max(right - width, -left)
    if (own === 0 || excess < 0.5) continue
    const [, ...outer] = ancestors(element)
    if (outer.some((each) => styleOf(each).overflowX !== 'visible')) continue
    const name = element.tagName.toLowerCase() + (element.className && '.' + element.className)
    flaws.add(name + ' reaches ' + Math.ceil(excess) + ' px over the edge')
  }

  /* What lies over the page on purpose: dialogs, menus, bars that stay. */
  const layerOf = (element) => {
    for (const each of ancestors(element)) {
      const { position, backgroundColor } = styleOf(each)
      if (each.matches('dialog') || position === 'fixed' || position === 'sticky') return each
      if (position === 'absolute' && !/, 0\\)$/.test(backgroundColor)) return each
    }
    return document.body
  }
  const isScrolled = (element) =>
    [...ancestors(element)].some((each) => /auto|scroll/.test(styleOf(each).overflowX))
  const clip = (box, element) => {
    let { left, right, top, bottom } = box
    for (const each of ancestors(element)) {
      const { overflowX, overflowY, clipPath } = styleOf(each)
      if (clipPath !== 'none') return undefined
      if (overflowX === 'visible' && overflowY === 'visible') continue
      const frame = each.getBoundingClientRect()
      left = Math.max(left, frame.left)
      right = Math.min(right, frame.right)
      top = Math.max(top, frame.top)
      bottom = Math.min(bottom, frame.bottom)
    }
    return { left, right, top, bottom }
  }
  const isExact = (element) => element.closest('code, pre, time, .copy, .mono') !== null
  const hasDetail = (element) => element.closest('[title]') !== null
  const boxes = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement: element, data } = node
    if (data.trim() === '' || !isReadBy(element)) continue
    const words = data.trim()
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const line of range.getClientRects()) {
      /* Without the room above and below the letters. */
      const { left, right, top, bottom, height } = line
      const letters = { left, right, top: top + height / 4, bottom: bottom - height / 4 }
      const box = clip(letters, element)
      if (!box) continue
      const isCut = box.right < right - 1 || box.left > left + 1
      if (isCut && box.right > box.left && /\\d/.test(words) && !isScrolled(element) && !hasDetail(element)) {
        flaws.add('"' + words + '" is cut')
      }
      boxes.push({ ...box, node, words, layer: layerOf(element) })
    }
    if (isExact(element) || !element.closest('main :is(tbody tr, .rows > li)')) continue
    for (const [number] of words.matchAll(/(?<![\\w.,:/-])\\d[\\d.,\\u2019\\u00a0]*(?![\\w-])/g)) {
      const digits = number.replace(/\\D/g, '').replace(/^0+/, '')
      if (digits.length > ${mostDigits}) flaws.add(number + ' has too many digits for a list')
    }
  }
  boxes.sort((one, other) => one.top - other.top)
  boxes.forEach((one, index) => {
    for (const other of boxes.slice(index + 1)) {
      if (other.top >= one.bottom - 1) break
      if (other.node === one.node || other.layer !== one.layer) continue
      const overlap = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      if (overlap > 1) flaws.add('"' + one.words + '" lies over "' + other.words + '"')
    }
  })
  return [...flaws].slice(0, 5)
})()`
