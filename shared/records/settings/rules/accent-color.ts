const textColors = ['#ffffff', '#1b1a17'] as const

/** The color of text on an accent color (`#rrggbb`): the one with more contrast; undefined if even that is below 4.5:1. */
export function textColorOn(accent: string): string | undefined {
  const [best] = textColors
    .map((color) => ({ color, ratio: contrastOf(color, accent) }))
    .toSorted((a, b) => b.ratio - a.ratio)
  return best && best.ratio >= 4.5 ? best.color : undefined
}

export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(color.slice(at, at + 2)))
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

function linear(hex: string): number {
  const share = Number.parseInt(hex, 16) / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
