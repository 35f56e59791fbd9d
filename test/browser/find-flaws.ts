import type { Page } from 'playwright-core'

/**
 * Returns what makes a screen hard to read or use: sideways scrolling, clipped content, text below a contrast of 4.5:1,
 * controls without a name, and controls less than 44 px high other than links in text.
 */
export async function findFlaws(page: Page): Promise<string[]> {
  const flaws: unknown = await page.evaluate(script)
  return Array.isArray(flaws) ? flaws.map(String) : ['the page could not be read']
}

const script = `(() => {
  const flaws = []
  const edge = document.querySelector('main').getBoundingClientRect().right
  if (document.documentElement.scrollWidth > innerWidth) flaws.push('scrolls sideways')
  const parse = (color) => color.match(/[\\d.]+/g).map(Number)
  const luminance = (color) => {
    const [r, g, b] = parse(color).map((part) => {
      const share = part / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at)
      if (parse(backgroundColor)[3] !== 0) return backgroundColor
    }
    return 'rgb(255, 255, 255)'
  }
  for (const element of document.querySelectorAll('body *')) {
    if (!element.checkVisibility() || element.closest('.visually-hidden')) continue
    const words = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join('').trim()
    if (words) {
      const [dark, light] = [luminance(getComputedStyle(element).color), luminance(ground(element))].sort((a, b) => a - b)
      const ratio = (light + 0.05) / (dark + 0.05)
      if (ratio < 4.5) flaws.push(ratio.toFixed(2) + ':1 for "' + words + '"')
    }
    if (!element.matches('button, input, textarea, summary, .button')) continue
    const name = element.labels?.[0]?.textContent || element.ariaLabel || element.textContent
    if (!name.trim()) flaws.push('a ' + element.tagName + ' without a name')
    const { height, right } = element.getBoundingClientRect()
    if (right > edge) flaws.push('cut off: ' + name)
    if (height < 43.9 && !element.matches('.plain')) flaws.push(height + ' px high: ' + name)
  }
  return flaws
})()`
