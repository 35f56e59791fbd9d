import type { Locator, Page } from 'playwright-core'

const enough = 40

/** Moves the focus with the Tab key until it is on the control. Throws if it can't be seen on the way, or never arrives. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor()
  for (let presses = 0; presses < enough; presses++) {
    await page.keyboard.press('Tab')
    const hidden = await page.evaluate(hiddenFocus)
    if (hidden) throw new Error(`the focus cannot be seen on ${hidden}`)
    if (await control.evaluate((element) => element === element.ownerDocument.activeElement)) return
  }
  throw new Error(`the Tab key does not reach ${control}`)
}

/** The focused control, if nothing around it shows that, or if it is outside the window. */
const hiddenFocus = `(() => {
  const focused = document.activeElement
  if (focused === document.body) return null
  const { outlineStyle, outlineWidth } = getComputedStyle(focused)
  const { top, bottom, left, right } = focused.getBoundingClientRect()
  const isInside = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
  const isOutlined = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
  return isInside && isOutlined ? null : focused.outerHTML.slice(0, 200)
})()`
