import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]

type Cell = { text: string; style?: Style }

/** The demo's output, line by line, with the time since its start. */
export type Screen = {
  elapsed: () => string
  title: (text: string, subtitle: string) => void
  step: (text: string, ...details: string[]) => void
  status: (who: string, status: string, detail?: string) => void
  webhook: (who: string, type: string, detail: string) => void
  /** Shows what the demo is waiting for, at the bottom of a terminal, until `settled`. */
  waiting: (text: string) => void
  settled: () => void
  table: (heads: readonly string[], rows: readonly (readonly Cell[])[]) => void
  verdict: (good: boolean, text: string) => void
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const frameMs = 120

/** Uses colors only if the output is a terminal that supports them and `NO_COLOR` isn't set. */
export function openScreen(out: NodeJS.WriteStream, nowMs: () => number): Screen {
  const startedAt = nowMs()
  const live = liveLine(out, () => `${elapsed()}  `)
  const paint = (style: Style, text: string) => styleText(style, text, { stream: out })
  const elapsed = () => `${((nowMs() - startedAt) / 1000).toFixed(1).padStart(6)} s`
  const print = (text: string) => live.above(() => out.write(`${text}\n`))
  const line = (mark: string, text: string) =>
    print(`${paint('gray', elapsed())}  ${mark}  ${text}`)
  const below = (text: string) => print(`${' '.repeat(13)}${paint('gray', text)}`)
  return {
    elapsed: () => elapsed().trim(),
    title: (text, subtitle) => print(`\n  ${paint('bold', text)}  ${paint('gray', subtitle)}\n`),
    step: (text, ...details) => {
      line(paint('green', '✓'), text)
      for (const detail of details) below(detail)
    },
    status: (who, status, detail = '') =>
      line(
        paint('cyan', '●'),
        `${who.padEnd(9)} ${paint('bold', status)}  ${paint('gray', detail)}`,
      ),
    webhook: (who, type, detail) =>
      line(
        paint('magenta', '✉'),
        `${who.padEnd(9)} ${paint('bold', type)}  ${paint('gray', detail)}`,
      ),
    waiting: (text) => live.show(text),
    settled: () => live.hide(),
    table: (heads, rows) => {
      for (const text of tableLines(heads, rows, paint)) print(text)
    },
    verdict: (good, text) =>
      print(`\n  ${paint(good ? 'green' : 'red', good ? '✓' : '✗')} ${paint('bold', text)}\n`),
  }
}

function tableLines(
  heads: readonly string[],
  rows: readonly (readonly Cell[])[],
  paint: (style: Style, text: string) => string,
): string[] {
  const all = [heads.map((text): Cell => ({ text, style: 'gray' })), ...rows]
  const widths = heads.map((_, column) => Math.max(...all.map((row) => width(row[column]))))
  const lines = all.map((row) =>
    row.map(({ text, style }, column) => {
      const padded = text.padEnd(widths[column] ?? 0)
      return style ? paint(style, padded) : padded
    }),
  )
  return ['', ...lines.map((cells) => `  ${cells.join('   ')}`)]
}

function width(cell: Cell | undefined): number {
  return cell?.text.length ?? 0
}

/** A line that stays below the others. If the output isn't a terminal, each text is printed once. */
function liveLine(out: NodeJS.WriteStream, prefix: () => string) {
  let text: string | undefined
  let frame = 0
  const clear = () => out.isTTY && text !== undefined && out.write('\r\x1b[2K')
  const draw = () => {
    if (text === undefined || !out.isTTY) return
    frame = (frame + 1) % frames.length
    const full = `${prefix()}${frames[frame]}  waiting ${text}`
    out.write(`\r\x1b[2K${styleText('gray', full.slice(0, out.columns - 1), { stream: out })}`)
  }
  if (out.isTTY) setInterval(draw, frameMs).unref()
  return {
    above: (print: () => void) => {
      clear()
      print()
      draw()
    },
    show: (next: string) => {
      if (!out.isTTY && next !== text) out.write(`${prefix()}…  waiting ${next}\n`)
      text = next
      draw()
    },
    hide: () => {
      clear()
      text = undefined
    },
  }
}
